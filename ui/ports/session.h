// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/records/job.h"
#include "engine/records/run.h"

#include <QObject>
#include <QString>

#include <map>
#include <vector>

namespace nestloom::trace {
struct Trace;
}

namespace nestloom::ui {

class Sweeps;

using records::JobId;
using records::JobState;
using records::RunId;
using records::RunMarks;
using records::RunRecord;
using records::RunStatus;
using records::RunSummary;
using ScheduleRequest = records::RunInputs; // what the user asked for

struct AcceleratorEntry {
    QString name;
    QString path; // file it came from
    QString yaml; // verbatim text
    bool preset = false;
};
struct NetworkEntry {
    QString name;
    QString path;
    QString yaml;
    bool preset = false;
};

/// A size of a network that is built in, and what it may be.
struct NetworkSize {
    QString key; // "image", "tokens" or "context"
    qint64 value = 0, least = 0, most = 0, step = 1;
};

/// A number with a unit, as the fields of the accelerator editor hold it. Values are in B, bit, pJ, Hz and um2.
enum class QuantityKind { Bytes, Bits, Energy, Frequency, Area, Power };

class RunReader;
class RunHistory;

struct Askers;
class RunKeeper;
class KeptSimulations;
class Importer;

/// What the window may ask of the rest of the program, and what it hears. app/gui/local_session implements it with the
/// job runner and the store; tests use a fake. Lives on the GUI thread; no call blocks: answers come as signals,
/// except for the cheap look-ups stated below.
class Session : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// What the program was built from, and how, for About and diagnostics; empty where nobody knows.
    virtual QString buildInfo() const { return {}; }

    /// The last lines of this program's log; empty where it keeps none.
    virtual QString logTail() const { return {}; }

    // Cheap, from memory.
    virtual std::vector<AcceleratorEntry> accelerators() const = 0;
    virtual std::vector<NetworkEntry> networks() const = 0;
    virtual const std::vector<RunSummary>& runs() const = 0; // newest first; those of runHistory()

    // YAML both ways; the form and the YAML tab use these (errors carry file:line: key).
    virtual Result<hardware::Accelerator> parseAccelerator(const QString& yaml, const QString& fileName) const = 0;
    virtual QString writeAccelerator(const hardware::Accelerator& accelerator) const = 0;
    /// `yaml`, a text of `before`, as a text of `after` that keeps comments, order and units of what did not change.
    virtual QString rewriteAccelerator(const QString& yaml, const hardware::Accelerator& before,
                                       const hardware::Accelerator& after) const = 0;
    virtual std::vector<Error> acceleratorErrors(const QString& yaml, const QString& fileName) const = 0; // all of them
    virtual Result<workload::Network> parseNetwork(const QString& yaml, const QString& fileName) const = 0;
    virtual std::vector<Error> networkErrors(const QString& yaml, const QString& fileName) const = 0; // all of them
    virtual QString writeNetwork(const workload::Network& network) const = 0;
    /// The sizes that may be chosen of a network whose text names a builder; none of any other.
    virtual std::vector<NetworkSize> networkSizes(const QString& yaml) const = 0;
    /// The text of the same network with these sizes; its name says which.
    virtual Result<QString> withSizes(const QString& yaml, const std::map<QString, qint64>& sizes) const = 0;
    /// A trace in Chrome's format, which Perfetto opens.
    virtual QByteArray traceJson(const trace::Trace& trace) const = 0;

    /// Text of a field to a value and back ("64 KiB" <-> 65536); a missing unit is an error that names the units that
    /// do.
    virtual Result<double> parseQuantity(QuantityKind kind, const QString& text) const = 0;
    virtual Result<Bytes> parseRoom(const QString& text) const = 0; // a size that is rounded down to whole bytes
    virtual QString quantityText(QuantityKind kind, double value) const = 0;
    virtual Result<Bandwidth> parseBandwidth(
        const QString& text) const = 0; // "10 B/cycle" and "12.8 GB/s" stay what they are
    virtual QString bandwidthText(Bandwidth bandwidth) const = 0;

    /// Starts a job; its run is stored layer by layer as results arrive.
    virtual JobId submit(const ScheduleRequest& request) = 0;
    virtual void cancel(JobId job) = 0;

    /// The stored runs with what the user says about them: ui/ports/run_history.h.
    virtual RunHistory& runHistory() = 0;

    /// Answered by runLoaded or failed.
    virtual void loadRun(RunId run) = 0;
    /// Reads runs without showing them.
    virtual RunReader& runReader() = 0;

    /// Stored results of simulations; null when this session keeps none.
    virtual KeptSimulations* keptSimulations() { return nullptr; }
    /// Reads networks from files of other formats; null when this session cannot.
    virtual Importer* importer() { return nullptr; }
    virtual Sweeps& sweeps() = 0;
    /// What takes long and is stored nowhere; null where this session cannot.
    virtual const Askers& askers() const = 0;
    /// Keeps what is in sight as a run; null where nothing is stored.
    virtual RunKeeper* runKeeper() { return nullptr; }

Q_SIGNALS:
    void jobChanged(const nestloom::ui::JobState& state); // at most every 50 ms per job, and once at the end
    void layerFinished(nestloom::ui::JobId job, nestloom::ui::RunId run, const nestloom::schedule::LayerResult& layer);
    void jobFinished(const nestloom::ui::JobState& state);
    void runsChanged();     // the list of runs differs from before
    void storedElsewhere(); // something came into the database by another way: the command line, a window, a sweep
    void runLoaded(const nestloom::ui::RunRecord& run);
    void failed(const QString& message); // one sentence for the problems line
};

} // namespace nestloom::ui
