-- Another search each time.
local at = 0

request = function()
  at = at + 1
  return wrk.format("GET", "/api/v1/search?q=Logger%20" .. at)
end
