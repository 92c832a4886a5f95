module github.com/letscode/letscode/sdks/go/examples

go 1.23

require github.com/letscode/letscode/sdks/go v0.7.0

replace github.com/letscode/letscode/sdks/go => ../
