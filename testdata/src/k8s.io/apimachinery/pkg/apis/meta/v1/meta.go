// Package v1 is a stub of k8s.io/apimachinery/pkg/apis/meta/v1.
package v1

type ObjectMeta struct{ Name, GenerateName, Namespace string }

type CreateOptions struct{}
