/// A publishing was cancelled, by the user or by `--timeout`, when the service could still save some of it. Which
/// changes are unconfirmed has been reported.
struct StoppedPublishing: Error {}
