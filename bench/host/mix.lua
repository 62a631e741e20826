-- Every address of the file that STRATA_ADDRESSES names, in turn, and a structure decoded after every few.
local asked, decode, at = {}, nil, 0

init = function()
  for path in io.lines(os.getenv("STRATA_ADDRESSES")) do
    asked[#asked + 1] = wrk.format("GET", path)
  end
  local headers = { ["Content-Type"] = "application/octet-stream" }
  decode = wrk.format("POST", os.getenv("STRATA_DECODE"), headers, string.rep("\0", 136))
end

request = function()
  at = at + 1
  if at % 8 == 0 then return decode end
  return asked[at % #asked + 1]
end
