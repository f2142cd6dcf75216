#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# installed_tree.sh BUILD FOLDER: installs what was built below FOLDER and uses it there: presets and solver are found in the
# tree, the command line schedules, the window maps its example, and a tree without its solver says so.
set -euo pipefail
build=$1 folder=$2
rm -rf "$folder" && mkdir -p "$folder"
unset DESTDIR NESTLOOM_PRESETS NESTLOOM_SOLVER
export NESTLOOM_DATA=$folder/data XDG_CONFIG_HOME=$folder/config QT_QPA_PLATFORM=offscreen
prefix=$folder/prefix
fail() { echo "installed_tree: $*" >&2; exit 1; }

cmake --install "$build" --prefix "$prefix" >"$folder/log" || fail "cannot be installed: $(tail -n 3 "$folder/log")"
mv "$prefix" "$folder/moved" # a tree may be moved
prefix=$folder/moved cli=$folder/moved/bin/nestloom-cli

"$cli" presets --json >"$folder/presets" 2>/dev/null
listed=$(grep -c "\"path\": \"$prefix/share/nestloom/presets/" "$folder/presets")
[ "$listed" = "$(ls "$prefix"/share/nestloom/presets/{accelerators,networks}/*.yaml | wc -l)" ] || fail "lists $listed presets of the tree"
"$cli" schedule --accelerator simba --network resnet50 --layer conv1 | grep -q '^conv1 .* proven  yes' || fail "conv1 is not proven"
for text in share/man/man1/nestloom-cli.1.gz share/{bash-completion/completions/,fish/vendor_completions.d/}nestloom-cli*; do
  [ -s "$prefix"/$text ] || fail "there is no $text"
done

if [ -e "$prefix/bin/nestloom" ]; then
  "$prefix/bin/nestloom" --example --store "$folder/window.sqlite" 2>"$folder/window" &
  window=$!
  for ((waited = 0; waited < 600; ++waited)); do
    "$cli" runs --store "$folder/window.sqlite" 2>/dev/null | grep -q 'finished .*resnet50' && break
    kill -0 $window 2>/dev/null || fail "the window ended: $(cat "$folder/window")"
    sleep 0.1
  done
  ((waited < 600)) || fail "the window did not map its example within a minute"
  kill -TERM $window
  code=0 && wait $window || code=$?
  [ $code = 143 ] || fail "the window ended with $code"
fi
if [ -e "$prefix/lib/python3" ]; then
  PYTHONPATH=$prefix/lib/python3/dist-packages PYTHONDONTWRITEBYTECODE=1 "${PYTHON:-python3}" -c \
    'import nestloom; assert nestloom.schedule("simba", "resnet50", layer=["conv1"]).problems == []' || fail "the Python module"
fi
check() { ! command -v "$1" >/dev/null || "$@" >"$folder/check" 2>&1 || fail "$*: $(cat "$folder/check")"; }
[ ! -e "$prefix/share/applications" ] || check desktop-file-validate "$prefix/share/applications/nestloom.desktop"
[ ! -e "$prefix/share/metainfo" ] || check appstreamcli validate --no-net "$prefix/share/metainfo/nestloom.metainfo.xml"

rm "$prefix/libexec/nestloom/nestloom-solver"
"$cli" schedule --accelerator simba --network resnet50 --layer conv1 --no-store >"$folder/out" 2>&1 || true
grep -q 'nestloom-solver was found neither' "$folder/out" || fail "a missing solver is not told: $(tail -n 3 "$folder/out")"
rm -rf "$folder"
