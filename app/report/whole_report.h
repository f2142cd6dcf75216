// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/change.h"
#include "engine/records/run_difference.h"

namespace nestloom::report {

/// Of a run on nodes, or of a memory plan: title, headline numbers, and what was decided.
/// `baseline`  may be null
void addWholeRun(Document& document, const records::RunRecord& run, const records::RunRecord* baseline);

/// Of a figure of run `run` against that of run `first`: empty where none is told, grey between models.
Cell changeOf(const records::RunFigure& figure, std::size_t run, std::size_t first,
              const records::RunDifference& apart);

// Sentences that reports of all kinds say.
std::string nothingCompared(const records::RunRecord& baseline, const std::string& why);
std::string statusSentence(const records::RunRecord& run); // empty of a finished run
std::string modelSentence(records::CostModel model);
std::string marksSentence(const records::RunMarks& marks); // tags and note; empty without any

} // namespace nestloom::report
