#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# changed_tokens.sh ROOT FOLDER   packaging/try-changes finds every kind of token, and none in comments, texts and templates.
set -eu
mkdir -p "$2"
cat >"$2/sample.cpp" <<'END'
// a < b, 1
#include <vector>
bool f(std::vector<int> v, int a) { return a < 10 && v.size() == 1; } // true
const char* text = "a == 1 \" + 2";
double g(double x) { return x + 0.5 - h(0); }
END
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 0; }
"$1/packaging/try-changes" --list "$2/sample.cpp" | sort >"$2/found"
sort >"$2/expected" <<'END'
3:45: '<' -> '<='
3:48: '10' -> '11'
3:50: '&&' -> '||'
3:62: '==' -> '!='
3:66: '1' -> '2'
5:30: '+' -> '-'
5:36: '-' -> '+'
5:41: '0' -> '1'
END
diff "$2/expected" "$2/found"
