package knowledge

// builtin lists the tables, one variable a library file.
func builtin() []*Library { return libraries[:] }

var libraries = [...]*Library{
	&netHTTP, &netHTTPUtil, &netHTTPTest, &netPkg, &cryptoTLS, &netSMTP, &netTextproto, &netRPC, &netJSONRPC,
	&osExec, &osPkg, &databaseSQL, &contextPkg, &timePkg, &syncPkg, &logSyslog,
	&xNetHTTP2, &xNetWebsocket, &xNetProxy, &xCryptoSSH, &xCryptoACME,
	&xErrgroup, &xSemaphore, &xSingleflight, &xTimeRate, &xOAuth2, &xOAuth2CC,
}
