# SPDX-License-Identifier: Apache-2.0
# cmake -DPROGRAM=<file> -DOPTION=<what it is asked with> -DOUTPUT=<folder> -P manuals.cmake
# Has a program write its manual page and its completions, where share/ of a system has them.
cmake_policy(VERSION 3.25)
cmake_path(GET PROGRAM FILENAME name)
function(write_manual format file)
  set(file ${OUTPUT}/${file})
  cmake_path(GET file PARENT_PATH folder)
  file(MAKE_DIRECTORY ${folder})
  execute_process(COMMAND ${PROGRAM} ${OPTION} ${format} OUTPUT_FILE ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
write_manual(man man/man1/${name}.1)
write_manual(bash bash-completion/completions/${name})
write_manual(zsh zsh/vendor-completions/_${name})
write_manual(fish fish/vendor_completions.d/${name}.fish)
execute_process(COMMAND gzip -9nf ${OUTPUT}/man/man1/${name}.1 COMMAND_ERROR_IS_FATAL ANY)
