// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/latest_task.h"
#include "engine/explore/suggest.h"

#include <QObject>

#include <memory>

namespace nestloom::jobs {

using SuggestId = quint64; // 1, 2, ...; the newest is the one that counts

/// What was found for the newest request.
struct SuggestState {
    enum class End { Running, Finished, Failed };

    SuggestId id = 0;
    double fraction = 0;                          // 0..1
    std::vector<explore::Suggestion> suggestions; // all that were mapped so far; see explore::best()
    std::vector<explore::FieldChange> fix;        // what it takes that every layer fits; empty when all do
    End end = End::Running;
    std::string message; // one sentence when Failed
};

/// Looks for changes of single fields that make a network cheaper, by really mapping it on each. A request stops the
/// one before it; nothing of that is heard any more. Thread rule: every call and every signal on the owner's thread;
/// calls return at once, the destructor waits for the layers at work to stop.
class SuggestJob : public QObject {
    Q_OBJECT
public:
    explicit SuggestJob(QObject* parent = nullptr);
    ~SuggestJob() override;

    SuggestId request(explore::SuggestInputs inputs);
    void stop(); // without another word

Q_SIGNALS:
    void changed(const nestloom::jobs::SuggestState& state); // after each change that was mapped, and at the end

private:
    void perform(SuggestId id, const explore::SuggestInputs& inputs, const std::stop_token& stop);
    void tell(SuggestState state); // from the worker's thread

    SuggestId m_newest = 0; // 0 = none is wanted
    SuggestId m_lastId = 0;
    std::unique_ptr<LatestTask> m_task;
};

} // namespace nestloom::jobs
