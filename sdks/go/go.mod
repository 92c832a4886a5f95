module github.com/letscode/letscode/sdks/go

go 1.22
