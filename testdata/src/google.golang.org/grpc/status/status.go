// Package status is a stand-in with the shape of the real one.
package status

import "google.golang.org/grpc/codes"

func Code(err error) codes.Code { return codes.Unknown }
