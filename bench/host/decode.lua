-- A structure of 136 bytes.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/octet-stream"
wrk.body = string.rep("\0", 136)
