// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>
#include <vector>

namespace nestloom::ui {

class Workbench;

/// Something that is wrong, and the place where it can be mended.
struct Problem {
    enum class Source { Accelerator, Run, File, Message };

    Source source = Source::Message;
    QString where; // "GlobalBuffer, capacity", "layer conv1", "mine.yaml:14"; may be empty
    QString text;  // one sentence
    // Where a click leads; at most one is set.
    QString field{};                    // key of the accelerator's form
    int line = 0;                       // of the accelerator's YAML text
    std::optional<std::size_t> layer{}; // of the shown run
    QString path{};                     // a file that could not be opened
    friend bool operator==(const Problem&, const Problem&) = default;
};

QString sourceName(Problem::Source source); // "accelerator", "run", "file", "message"

/// Rejected fields, YAML errors and broken input rules of the accelerator in the editor.
std::vector<Problem> acceleratorProblems(Workbench& workbench);
/// Layers of the shown run without a verified mapping, each with its reason, and why the run failed.
std::vector<Problem> runProblems(Workbench& workbench);

/// All of them as plain text, with what one needs to reproduce them: version, inputs, options, and the accelerator.
QString diagnosticsText(Workbench& workbench, const std::vector<Problem>& problems);

} // namespace nestloom::ui
