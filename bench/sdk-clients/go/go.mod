module github.com/letscode/letscode/bench/sdk-clients/go

go 1.22

require github.com/letscode/letscode/sdks/go v0.7.0

replace github.com/letscode/letscode/sdks/go => ../../../sdks/go
