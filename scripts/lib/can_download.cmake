# cmake -DURL=... -P can_download.cmake: fails if CMake itself cannot download the URL.
file(DOWNLOAD "${URL}" STATUS status INACTIVITY_TIMEOUT 15 TIMEOUT 60)
list(GET status 0 code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "${status}")
endif()
