package lost // want `lost\.Open, by which the configuration wants sql\.DB to be built, is not declared in this package; correct houseclient there`

func Opne() {}
