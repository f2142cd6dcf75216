// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_run_reader.h"

#include "app/store/store_worker.h"

#include <QPointer>

namespace nestloom::app {

namespace {

using Loaded = Result<records::RunRecord>;

/// Hands the answer to the event loop of the GUI thread, where alone the asker may be looked at.
void answerLater(QObject& home, const QPointer<QObject>& asker, const ui::RunReader::Answer& answer,
                 std::shared_ptr<const Loaded> loaded)
{
    QMetaObject::invokeMethod(
        &home,
        [asker, answer, loaded = std::move(loaded)] {
            if (asker)
                answer(*loaded);
        },
        Qt::QueuedConnection);
}

} // namespace

void LocalRunReader::read(ui::RunId run, QObject* asker, Answer answer)
{
    const QPointer<QObject> who(asker);
    if (m_store == nullptr) {
        answerLater(m_home, who, answer,
                    std::make_shared<const Loaded>(Error{
                        ErrorCode::Io, "run " + std::to_string(run) + " cannot be read: runs are not stored", ""}));
        return;
    }
    m_store->post([&home = m_home, run, who, answer = std::move(answer)](store::RunStore& runs) {
        answerLater(home, who, answer, std::make_shared<const Loaded>(runs.load(run)));
    });
}

} // namespace nestloom::app
