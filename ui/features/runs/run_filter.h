// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "ui/ports/run_history.h"

#include <QDate>
#include <QString>

#include <functional>

namespace nestloom::ui {

/// The limit in a term of the filter, in base units: "5M" cycles, "30mJ" in J, "1mJs" in J s, "70%" as 0.7.
/// Fails   InvalidInput with one sentence that shows how it is written.
Result<double> filterQuantity(const QString& figure, const QString& text);

/// Why a filter text cannot be used, and which part of it.
struct FilterProblem {
    int position = 0;
    int length = 0;
    QString message; // one sentence
};

/// What the filter line of the runs browser means. Terms stand side by side and must all hold:
///   net:resnet50 acc:simba* engine: objective: status: tag: note: version:   whole text, * for anything, a,b for either
///   run:12 seed:1                                                            numbers
///   cycles<5M energy<=30mJ edp<1mJs util>70% gap<1%                          < <= > >= =, in their units
///   after:2026-11-01 before:2026-12-24                                       local days; also today and 7d
///   star                                                                     starred runs
///   anything else, or "in quotes"                                            occurs in a name, tag or note
/// A minus before a term turns it round. Case makes no difference.
class RunFilter {
public:
    using Test = std::function<bool(const RunSummary&)>;

    bool accepts(const RunSummary& run) const;
    bool isEmpty() const { return m_tests.empty(); }
    void add(Test test) { m_tests.push_back(std::move(test)); }

private:
    std::vector<Test> m_tests;
};

struct ParsedFilter {
    RunFilter filter;
    std::optional<FilterProblem> problem; // then the filter is of no use
};
ParsedFilter parseRunFilter(const QString& text, const QDate& today = QDate::currentDate());

/// A word of a filter text: "net:resnet50", or what stands in quotes.
struct FilterWord {
    int position = 0; // in the text, a leading minus included
    int length = 0;
    QString text; // without minus and quotes
    bool isNegated = false;
    bool isQuoted = false; // free text, whatever it looks like
    bool isClosed = true;  // false: the closing quote is missing
};
std::vector<FilterWord> splitFilter(const QString& text);

/// What may be written before ':' (names) and before '<' (figures).
const QStringList& filterNames();
const QStringList& filterFigures();

/// Texts that may take the place of `word`, given the runs that are there: keys, and values after "net:".
QStringList filterCompletions(const QString& word, const std::vector<RunSummary>& runs);

} // namespace nestloom::ui
