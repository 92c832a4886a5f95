package letscode

// Version is that of this package.
const Version = "0.7.0"
