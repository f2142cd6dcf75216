# SPDX-License-Identifier: Apache-2.0
# In a full build, most of the time of a source file goes into headers, precompiled or not: gcc 12 instantiates the
# templates that precompiled headers use once more for each file. Compiling a few files of one folder as one pays that once.
# For a full build only: a change costs more. Helpers of files that are compiled as one need names of their own.
option(NESTLOOM_UNITY "Compile several files of a folder as one, and several tests into one program" OFF)
set(NESTLOOM_UNITY_SIZE 8) # files; more are little quicker, and need more memory
if(NESTLOOM_UNITY)
  # Files that share a source seem to hide names of each other, and to be headers with types of an unnamed namespace.
  target_compile_options(nestloom_options INTERFACE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  # The collector of gcc, at work from 128 MiB on, costs a tenth of the time of such a file.
  target_compile_options(nestloom_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1048576>)
  # Warnings of the optimiser, which differ with what it inlines, do not end such a build: gcc 12 sees more ghosts. Users who
  # build a release do not see them at all; the presets compile file by file and show them.
  foreach(warning free-nonheap-object stringop-overflow stringop-overread nonnull dangling-pointer use-after-free uninitialized
                  alloc-size-larger-than=)
    string(REPLACE "=" "" silent ${warning})
    target_compile_options(nestloom_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-error=${warning}>
      $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:-Wno-${silent}>)
  endforeach()
endif()

# nestloom_unite(TARGET)   its sources are compiled together, folder by folder
function(nestloom_unite target)
  if(NOT NESTLOOM_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  set(folders "")
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    if(folder STREQUAL "")
      set(folder here)
    endif()
    list(APPEND folders ${folder})
    list(APPEND sources_of_${folder} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    list(LENGTH sources_of_${folder} count)
    math(EXPR batches "(${count} + ${NESTLOOM_UNITY_SIZE} - 1) / ${NESTLOOM_UNITY_SIZE}")
    math(EXPR size "(${count} + ${batches} - 1) / ${batches}") # batches of about equal size
    string(MAKE_C_IDENTIFIER ${folder} group)
    set(index 0)
    foreach(source IN LISTS sources_of_${folder})
      math(EXPR batch "${index} / ${size}")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${batch})
      math(EXPR index "${index} + 1")
    endforeach()
  endforeach()
  get_target_property(moc ${target} AUTOMOC)
  if(moc) # what moc makes joins the first batch
    list(APPEND folders here) # where there are only headers
    list(GET folders 0 folder)
    string(MAKE_C_IDENTIFIER ${folder} group)
    set(made ${CMAKE_CURRENT_BINARY_DIR}/${target}_autogen/mocs_compilation.cpp)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}_mocs.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${made}\"\n")
    target_sources(${target} PRIVATE ${source})
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_0 SKIP_AUTOMOC ON)
    set_source_files_properties(${made} PROPERTIES HEADER_FILE_ONLY ON)
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
