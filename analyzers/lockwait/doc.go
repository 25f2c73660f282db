// Package lockwait finds calls that wait for somebody else while a mutex is held.
//
// # Analyzer lockwait
//
// a mutex is held while a call waits that nothing ends soon
//
// sync.Mutex knows no time and no context: whoever wants it waits for as long as it is
// held. While a database, a server or a process keeps the holder waiting, so wait all
// that only wanted to read a field, and each of them holds a request, a connection and its own
// caller. One dependency that is slow stops what has nothing to do with it.
//
// # Not reported
//
// A call that something ends: a deadline on its context, a timeout of its client.
// A mutex that is there to let one call run at a time, where its caller's context may
// end that: every function that takes it waits under it. One that is called for that
// (initMu, refreshMu, writeMu). One that is local to a
// function, and the read lock of an RWMutex. A database in a file or in memory.
// Functions that are called under the lock and wait where their own context has a
// deadline.
//
// # The way out
//
// Copy what is needed, let the lock go, call, and take it again to keep the answer; or put
// context.WithTimeout around the call, so that everybody else waits for that long at most.
package lockwait
