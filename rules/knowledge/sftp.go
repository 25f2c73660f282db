package knowledge

// File transfer and git: sftp, ftp, go-git.
var pkgSFTP = Library{
	Path:    "github.com/pkg/sftp",
	Module:  "github.com/pkg/sftp",
	Version: "v1.13.12",
	Note:    "No limit but the deadline of the connection under the ssh client.",
	Calls: []Call{
		{Name: "github.com/pkg/sftp.NewClient", Does: Dials, Source: "client.go:197"},
		{Name: "(*github.com/pkg/sftp.Client).Open", Does: Requests, Source: "client.go:676"},
		{Name: "(*github.com/pkg/sftp.Client).Create", Does: Requests, Source: "client.go:303"},
		{Name: "(*github.com/pkg/sftp.Client).OpenFile", Does: Requests, Source: "client.go:683"},
		{Name: "(*github.com/pkg/sftp.Client).Stat", Does: Requests, Source: "client.go:472"},
		{Name: "(*github.com/pkg/sftp.Client).ReadDir", Does: Requests, Instead: "ReadDirContext", Source: "client.go:371"},
		{Name: "(*github.com/pkg/sftp.Client).ReadDirContext", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "client.go:379"},
		{Name: "(*github.com/pkg/sftp.Client).Remove", Does: Requests, Source: "client.go:826"},
		{Name: "(*github.com/pkg/sftp.Client).Rename", Does: Requests, Source: "client.go:914"},
		{Name: "(*github.com/pkg/sftp.Client).MkdirAll", Does: Requests, Source: "client.go:1020"},
		{Name: "(*github.com/pkg/sftp.File).Read", Does: Receives, Source: "client.go:1149"},
		{Name: "(*github.com/pkg/sftp.File).Write", Does: Writes, Source: "client.go:1645"},
		{Name: "(*github.com/pkg/sftp.File).WriteTo", Does: Receives, Source: "client.go:1420"},
		{Name: "(*github.com/pkg/sftp.File).ReadFrom", Does: Writes, Source: "client.go:2041"},
	},
}

var goGit = Library{
	Path:    "github.com/go-git/go-git/v5",
	Module:  "github.com/go-git/go-git/v5",
	Version: "v5.19.3",
	Note:    "Every X waits without limit, XContext does not.",
	Calls: []Call{
		{Name: "github.com/go-git/go-git/v5.PlainClone", Does: Requests, Instead: "PlainCloneContext", Source: "repository.go:466"},
		{Name: "github.com/go-git/go-git/v5.PlainCloneContext", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "repository.go:480"},
		{Name: "github.com/go-git/go-git/v5.Clone", Does: Requests, Instead: "CloneContext", Source: "repository.go:227"},
		{Name: "github.com/go-git/go-git/v5.CloneContext", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "repository.go:238"},
		{Name: "(*github.com/go-git/go-git/v5.Repository).Fetch", Does: Requests, Instead: "FetchContext", Source: "repository.go:1195"},
		{Name: "(*github.com/go-git/go-git/v5.Repository).FetchContext", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "repository.go:1208"},
		{Name: "(*github.com/go-git/go-git/v5.Repository).Push", Does: Requests, Instead: "PushContext", Source: "repository.go:1224"},
		{Name: "(*github.com/go-git/go-git/v5.Repository).PushContext", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "repository.go:1235"},
		{Name: "(*github.com/go-git/go-git/v5.Worktree).Pull", Does: Requests, Instead: "PullContext", Source: "worktree.go:51"},
		{Name: "(*github.com/go-git/go-git/v5.Worktree).PullContext", Does: Requests, Bound: []Bound{"ctx:0"}, Source: "worktree.go:64"},
		{Name: "(*github.com/go-git/go-git/v5.Remote).List", Does: Requests, Bound: []Bound{"field:github.com/go-git/go-git/v5.ListOptions.Timeout"}, Instead: "ListContext", Source: "remote.go:1342"},
	},
	Knobs: []Knob{
		{Owner: "github.com/go-git/go-git/v5.ListOptions", Form: Field, Name: "Timeout", Stage: Total, Unit: "s", Default: "10", Zero: Default, Negative: Refused, Source: "remote.go:1346"},
	},
}

var jlaffayeFTP = Library{
	Path:    "github.com/jlaffaye/ftp",
	Module:  "github.com/jlaffaye/ftp",
	Version: "v0.2.4",
	Calls: []Call{
		{Name: "github.com/jlaffaye/ftp.Dial", Does: Dials, Source: "ftp.go:111", Note: "30s to connect; the greeting has no limit"},
		{Name: "github.com/jlaffaye/ftp.DialTimeout", Does: Dials, Source: "ftp.go:356", Note: "the greeting has no limit"},
		{Name: "(*github.com/jlaffaye/ftp.ServerConn).Login", Does: Requests, Source: "ftp.go:364"},
		{Name: "(*github.com/jlaffaye/ftp.ServerConn).List", Does: Requests, Source: "ftp.go:724"},
		{Name: "(*github.com/jlaffaye/ftp.ServerConn).Retr", Does: Requests, Source: "ftp.go:923"},
		{Name: "(*github.com/jlaffaye/ftp.ServerConn).Stor", Does: Writes, Bound: []Bound{"option:github.com/jlaffaye/ftp.DialWithShutTimeout"}, Source: "ftp.go:944"},
		{Name: "(*github.com/jlaffaye/ftp.ServerConn).Delete", Does: Requests, Source: "ftp.go:1052"},
		{Name: "(*github.com/jlaffaye/ftp.ServerConn).Quit", Does: Requests, Source: "ftp.go:1142"},
	},
	Knobs: []Knob{
		{Owner: "github.com/jlaffaye/ftp", Form: Option, Name: "DialWithTimeout", Stage: Connect, Default: "30s", Source: "ftp.go:131"},
		{Owner: "github.com/jlaffaye/ftp", Form: Option, Name: "DialWithShutTimeout", Stage: Write, Default: "0", Zero: Disabled, Source: "ftp.go:956"},
	},
}
