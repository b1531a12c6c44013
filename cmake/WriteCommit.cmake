# cmake -DSOURCE=DIR -DOUTPUT=FILE [-DCOMMIT=ID] -P WriteCommit.cmake: a header with KEN_COMMIT, the
# commit of the tree at DIR with a "+" if files differ from it; empty without git.  COMMIT, if given,
# is for who builds from an archive.  An unchanged header keeps its time.

cmake_minimum_required(VERSION 3.25)
if(NOT COMMIT)
  find_program(git git)
endif()
if(git AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${git} -C ${SOURCE} rev-parse --short=10 HEAD
                  OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND ${git} -C ${SOURCE} diff --quiet HEAD
                  RESULT_VARIABLE changed OUTPUT_QUIET ERROR_QUIET)
  if(COMMIT AND changed)
    string(APPEND COMMIT "+")
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#pragma once\n#define KEN_COMMIT \"@COMMIT@\"\n" @ONLY)
