// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/records/compared_layers.h"
#include "engine/records/run_difference.h"
#include "ui/ports/session.h"

#include <QObject>

#include <memory>

class QMimeData;

namespace nestloom::ui {

/// One of the runs that stand side by side.
struct ComparedRun {
    RunId run = 0;
    std::shared_ptr<const RunRecord> stored{}; // null until it is read
    std::shared_ptr<const RunRecord> record{}; // the same with the figures of `model`
    records::CostModel model = records::CostModel::Own;
    QString notJudged{};                                 // why it is not judged as the others are; else empty
    QString problem{};                                   // why it cannot be read, one sentence
    std::vector<const schedule::LayerResult*> results{}; // by layer of its network, into `record`; null = none stored
    QString title() const;                               // "run 12"
    bool hasLayers() const { return record && !record->layers.empty(); }
};

/// Two to four stored runs of any kind side by side. The first is the one that the others are compared with. Reads the
/// runs without showing them; answers for runs that were taken out again are dropped.
class Comparison : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kFewest = 2;
    static constexpr std::size_t kMost = 4;

    explicit Comparison(Session& session, QObject* parent = nullptr);

    /// Puts these runs side by side and asks for them to be shown. Of more than four the first four are taken, which
    /// problem() says.
    void compare(const std::vector<RunId>& runs);
    void add(RunId run); // at the end; nothing happens when it is there already
    void remove(RunId run);
    void putFirst(RunId run);
    void reread(RunId run); // more is known of it: simulations were stored; nothing happens when it is not there
    /// Shows the figures of this model for the runs that it can count; the others keep theirs. Nothing = every run by
    /// the model of its engine.
    void judgeBy(std::optional<records::CostModel> model);
    std::optional<records::CostModel> judge() const { return m_judge; }

    const std::vector<ComparedRun>& runs() const { return m_runs; }
    bool contains(RunId run) const;
    /// Runs that the user has selected elsewhere, the oldest first: what is meant while nothing is chosen yet.
    void setCandidates(std::vector<RunId> runs) { m_candidates = std::move(runs); }
    const std::vector<RunId>& candidates() const { return m_candidates; }
    /// Two or more runs, all read.
    bool isReady() const;
    /// What the figures are made of, for records::compareFigures(); empty until ready.
    std::vector<records::ComparedSide> sides() const;
    /// What stands between a run and the first one.
    const records::RunDifference& difference(std::size_t run) const { return m_differences[run]; }

    /// Every layer and step of every run; empty until ready.
    const std::vector<records::ComparedLayer>& rows() const { return m_layers.rows; }
    /// Runs of several batches: cycles are those of one input.
    bool isPerInput() const { return m_layers.perInput; }
    /// What the runs without mappings have to say of that; empty when all have some, and until ready.
    QString whyNoMappings() const;
    /// The row of a layer of a network; nothing when no compared run has that network.
    std::optional<std::size_t> rowOf(const workload::Network& network, std::size_t layer) const;

Q_SIGNALS:
    void changed(); // other runs, or one of them has been read
    void asked();   // the user wants to see the comparison
    void problem(const QString& message);

private:
    void setRuns(std::vector<RunId> runs);
    void read(RunId run);
    void take(RunId run, const Result<RunRecord>& record);
    void judge(ComparedRun& run) const;
    void align();
    void rereadGrowing();

    Session& m_session;
    std::vector<ComparedRun> m_runs;
    std::vector<RunId> m_candidates;
    records::ComparedLayers m_layers;
    std::vector<records::RunDifference> m_differences; // by run
    std::optional<records::CostModel> m_judge;
};

/// Stored runs on their way from a list to the Compare page. The drag belongs to the caller.
QMimeData* mimeOfRuns(const std::vector<RunId>& runs);
std::vector<RunId> runsOf(const QMimeData& mime); // empty when it carries none

} // namespace nestloom::ui
