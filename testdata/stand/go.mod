module example.com/stand

go 1.26
