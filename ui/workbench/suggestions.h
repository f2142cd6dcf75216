// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/askers.h"

#include <QTimer>

#include <utility>

namespace nestloom::ui {

class Workbench;

/// Has changes of the shown accelerator tried once its results are complete, and drops them when it changes.
class Suggestions : public QObject {
    Q_OBJECT
public:
    /// Whether there are any for runs of this engine: where luck decides, what a change does cannot be told from it.
    static bool areFor(std::string_view engine);

    enum class Phase { None, Trying, Done, Failed };

    explicit Suggestions(Workbench& workbench, QObject* parent = nullptr);

    Phase phase() const { return m_phase; }
    double fraction() const { return m_news.fraction; }
    const QString& problem() const { return m_news.problem; }
    /// At most three, the best for the objective first.
    const std::vector<explore::Suggestion>& best() const { return m_best; }
    /// The accelerator that a suggestion makes of the shown one.
    hardware::Accelerator changed(const explore::Suggestion& suggestion) const;
    const hardware::Accelerator& accelerator() const { return m_inputs.accelerator; }
    void apply(std::size_t at); // one undo step

    static constexpr int kRestMs = 700; // without an edit, before anything is tried

Q_SIGNALS:
    void updated();

private:
    void rethink();
    void begin();
    void drop();
    bool canBegin() const;
    void take(const SuggestionNews& news);

    Workbench& m_workbench;
    Asking<explore::SuggestInputs, SuggestionNews> m_suggester;
    explore::SuggestInputs m_inputs;  // of the newest request
    std::pair<Cycles, double> m_sums; // cycles and pJ of its mappings
    Phase m_phase = Phase::None;
    SuggestionNews m_news;
    std::vector<explore::Suggestion> m_best;
    QTimer m_rest;
};

} // namespace nestloom::ui
