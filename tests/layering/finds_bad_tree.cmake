# SPDX-License-Identifier: Apache-2.0
# cmake -DFOLDER=<scratch folder> -P finds_bad_tree.cmake
# Runs check_layering.cmake on a tree that breaks every rule once, and on one that breaks none.
cmake_policy(VERSION 3.25)
set(apache "// SPDX-License-Identifier: Apache-2.0\n")
set(gpl "// SPDX-License-Identifier: GPL-3.0-or-later\n")

function(check_tree result_variable output_variable)
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${FOLDER} -P ${CMAKE_CURRENT_LIST_DIR}/check_layering.cmake
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(${result_variable} "${result}" PARENT_SCOPE)
  set(${output_variable} "${output}" PARENT_SCOPE)
endfunction()

# A tree without a fault
file(REMOVE_RECURSE ${FOLDER})
file(WRITE ${FOLDER}/engine/base/good.h "${apache}#include <vector>\n")
file(WRITE ${FOLDER}/engine/hardware/good.h "${apache}#include \"engine/base/good.h\"\n")
file(WRITE ${FOLDER}/engine/workload/good.h "${apache}")
file(WRITE ${FOLDER}/engine/mapping/good.cpp "${apache}  #  include \"engine/hardware/good.h\"\n")
file(WRITE ${FOLDER}/engine/milp/good.h "${apache}#include \"engine/base/good.h\"\n")
file(WRITE ${FOLDER}/engine/cost/good.h "${apache}")
file(WRITE ${FOLDER}/engine/schedule/cosa/good.h "${apache}#include \"engine/milp/good.h\"\n")
file(WRITE ${FOLDER}/engine/explore/good.h "${apache}#include \"engine/schedule/cosa/good.h\"\n")
file(WRITE ${FOLDER}/engine/io/good.cpp "${apache}#include <yaml-cpp/yaml.h>\n#include \"engine/schedule/cosa/good.h\"\n")
file(WRITE ${FOLDER}/engine/io/CMakeLists.txt "# SPDX-License-Identifier: Apache-2.0\nnestloom_room(io USES yaml-cpp)\n")
file(WRITE ${FOLDER}/ui/ports/good.h "${gpl}#include <QObject>\n#include \"engine/schedule/cosa/good.h\"\n")
file(WRITE ${FOLDER}/ui/charts/good.h "${gpl}#include <QWidget>\n#include <QChartView>\n")
file(WRITE ${FOLDER}/ui/window/good.h "${gpl}#include \"ui/charts/good.h\"\n#include \"ui/ports/good.h\"\n")
file(WRITE ${FOLDER}/ui/features/memory/good.h "${gpl}#include \"ui/window/good.h\"\n")
file(WRITE ${FOLDER}/ui/features/graph/good.h "${gpl}#include \"ui/charts/good.h\"\n")
file(WRITE ${FOLDER}/ui/assembly/good.h "${gpl}#include \"ui/features/graph/good.h\"\n#include \"ui/window/good.h\"\n")
file(WRITE ${FOLDER}/app/good.h "${gpl}")
file(WRITE ${FOLDER}/app/solver/good.h "${apache}#include <CbcModel.hpp>\n#include \"engine/milp/good.h\"\n")
file(WRITE ${FOLDER}/app/store/good.h "${gpl}#include <sqlite3.h>\n#include <QObject>\n")
file(WRITE ${FOLDER}/app/cli/good.h "${gpl}#include <CLI/CLI.hpp>\n#include \"app/good.h\"\n")
file(WRITE ${FOLDER}/app/gui/good.h "${gpl}#include \"ui/ports/good.h\"\n#include \"app/store/good.h\"\n")
file(WRITE ${FOLDER}/tests/engine/good.cpp "${apache}#include <QtTest>\n#include \"engine/io/good.cpp\"\n#include \"good.moc\"\n")
file(WRITE ${FOLDER}/tests/app/good.cpp "${gpl}#include \"app/store/good.h\"\n")
check_tree(result output)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "a good tree has findings:\n${output}")
endif()

# One fault after the other: file, line in it, what the check must say
set(expected "")
macro(break_rule path text finding)
  file(WRITE ${FOLDER}/${path} "${text}")
  list(APPEND expected "${path}: ${finding}")
endmacro()
break_rule(engine/base/up.h "${apache}#include \"engine/cost/good.h\"\n"
  "includes engine/cost/good.h, but engine/base may not use engine/cost")
break_rule(engine/workload/side.h "${apache}#include \"engine/hardware/good.h\"\n"
  "includes engine/hardware/good.h, but engine/workload may not use engine/hardware")
break_rule(engine/milp/domain.h "${apache}#include \"engine/mapping/good.cpp\"\n"
  "includes engine/mapping/good.cpp, but engine/milp may not use engine/mapping")
break_rule(engine/cost/app.h "${apache}#include \"app/good.h\"\n"
  "includes app/good.h, but engine/cost may not use app")
break_rule(engine/cost/qt.h "${apache}#include <QString>\n"
  "includes <QString>, but engine/cost may not use Qt")
break_rule(engine/cost/qtcore.h "${apache}#include <QtCore/QString>\n"
  "includes <QtCore/QString>, but engine/cost may not use Qt")
break_rule(engine/schedule/sweeps.h "${apache}#include \"engine/explore/good.h\"\n"
  "includes engine/explore/good.h, but engine/schedule may not use engine/explore")
break_rule(engine/schedule/yaml.h "${apache}#include <yaml-cpp/yaml.h>\n"
  "includes <yaml-cpp/yaml.h>, but engine/schedule may not use yaml-cpp")
break_rule(engine/milp/cbc.h "${apache}#include <coin/CbcModel.hpp>\n"
  "includes <coin/CbcModel.hpp>, but engine/milp may not use coin-or")
break_rule(engine/milp/clp.h "${apache}  # include <ClpSimplex.hpp>\n"
  "includes <ClpSimplex.hpp>, but engine/milp may not use coin-or")
break_rule(ui/ports/app.h "${gpl}#include \"app/good.h\"\n" "includes app/good.h, but ui/ports may not use app")
break_rule(ui/parts/io.h "${gpl}#include \"engine/io/good.cpp\"\n"
  "includes engine/io/good.cpp, but ui/parts may not use engine/io")
break_rule(ui/words/sql.h "${gpl}#include <sqlite3.h>\n" "includes <sqlite3.h>, but ui/words may not use sqlite")
break_rule(ui/loose.h "${gpl}" "is in ui, which is no room that check_layering.cmake knows")
break_rule(ui/charts/up.h "${gpl}#include \"ui/window/good.h\"\n"
  "includes ui/window/good.h, but ui/charts may not use ui/window")
break_rule(ui/widgets/domain.h "${gpl}#include \"engine/schedule/cosa/good.h\"\n"
  "includes engine/schedule/cosa/good.h, but ui/widgets may not use engine/schedule")
break_rule(ui/window/feature.h "${gpl}#include \"ui/features/graph/good.h\"\n"
  "includes ui/features/graph/good.h, but ui/window may not use ui/features/graph")
break_rule(ui/features/graph/memory.h "${gpl}#include \"ui/features/memory/good.h\"\n"
  "includes ui/features/memory/good.h, but ui/features/graph may not use ui/features/memory")
break_rule(ui/features/graph/chart.h "${gpl}#include <QChart>\n"
  "includes <QChart>, but ui/features/graph may not use Qt-Charts")
break_rule(app/cli/sql.h "${gpl}#include <sqlite3.h>\n" "includes <sqlite3.h>, but app/cli may not use sqlite")
break_rule(app/cli/gui.h "${gpl}#include \"app/gui/good.h\"\n"
  "includes app/gui/good.h, but app/cli may not use app/gui")
break_rule(app/gui/chart.h "${gpl}#include <QtCharts/QChart>\n"
  "includes <QtCharts/QChart>, but app/gui may not use Qt-Charts")
break_rule(app/gui/solver.h "${gpl}#include \"app/solver/good.h\"\n"
  "includes app/solver/good.h, but app/gui may not use app/solver")
break_rule(app/solver/qt.h "${apache}#include <QObject>\n" "includes <QObject>, but app/solver may not use Qt")
break_rule(app/store/cli11.h "${gpl}#include <CLI/CLI.hpp>\n" "includes <CLI/CLI.hpp>, but app/store may not use CLI11")
break_rule(app/store/log.h "${gpl}#include <spdlog/spdlog.h>\n" "includes <spdlog/spdlog.h>, but app/store may not use spdlog")
break_rule(engine/gadgets/new.h "${apache}" "is in engine/gadgets, which is no room that check_layering.cmake knows")
break_rule(engine/cost/relative.h "${apache}#include \"../base/good.h\"\n"
  "includes \"../base/good.h\": headers of the project are named by their path from the root")
break_rule(engine/cost/gone.h "${apache}#include \"engine/base/gone.h\"\n"
  "includes engine/base/gone.h, which does not exist")
break_rule(engine/cost/support.h "${apache}#include \"tests/engine/good.cpp\"\n"
  "includes tests/engine/good.cpp, but only tests may use tests/")
break_rule(tests/engine/app.cpp "${apache}#include \"app/good.h\"\n"
  "includes app/good.h, but tests of the engine know the engine only")
break_rule(tests/ui/app.cpp "${gpl}#include \"app/good.h\"\n"
  "includes app/good.h, but ui/ and its tests never know app/")
break_rule(engine/cost/licence.h "${gpl}" "does not begin with 'SPDX-License-Identifier: Apache-2.0'")
break_rule(app/solver/licence.h "${gpl}" "does not begin with 'SPDX-License-Identifier: Apache-2.0'")
break_rule(app/cli/licence.h "${apache}" "does not begin with 'SPDX-License-Identifier: GPL-3.0-or-later'")
break_rule(tests/ui/licence.cpp "#include <QString>\n" "does not begin with 'SPDX-License-Identifier: GPL-3.0-or-later'")
break_rule(tests/engine/licence.cpp "${gpl}" "does not begin with 'SPDX-License-Identifier: Apache-2.0'")
break_rule(engine/cost/print.cpp "${apache}void f(double x) { std::printf(\"%.2f pJ\", x); }\n"
  "writes floating numbers by printf, not by engine/base/text.h")
break_rule(packaging/cmake/licence.cmake "# no licence\n" "does not begin with 'SPDX-License-Identifier: Apache-2.0'")
break_rule(packaging/run "#!/bin/sh\n" "does not begin with 'SPDX-License-Identifier: Apache-2.0'")
break_rule(ui/CMakeLists.txt "# SPDX-License-Identifier: Apache-2.0\nnestloom_room(ui USES cbc_backend)\n"
  "links  cbc_backend, but ui may not use coin-or")
break_rule(app/gui/CMakeLists.txt "# SPDX-License-Identifier: Apache-2.0\ntarget_link_libraries(a PRIVATE Cbc::Cbc)\n"
  "links Cbc::Cbc, but app/gui may not use coin-or")

check_tree(result output)
list(LENGTH expected count)
set(missed "")
foreach(finding IN LISTS expected)
  string(FIND "${output}" "${finding}\n" position)
  if(position EQUAL -1)
    string(APPEND missed "\n  ${finding}")
  endif()
endforeach()
if(missed)
  message(FATAL_ERROR "not found:${missed}\nThe check said:\n${output}")
endif()
if(result EQUAL 0 OR NOT output MATCHES "layering: ${count} findings")
  message(FATAL_ERROR "expected exactly ${count} findings and a failure, got ${result}:\n${output}")
endif()
message(STATUS "all ${count} faults were found")
