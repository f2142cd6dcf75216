// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_run_history.h"

#include "app/report/run_json.h"
#include "app/report/stored_report.h"
#include "app/report_pdf/report_file.h"
#include "app/store/store_worker.h"
#include "app/write_file.h"

#include <QPointer>

#include <algorithm>
#include <memory>

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

Status writeReportFile(store::RunStore& store, const ui::ReportRequest& request, const std::filesystem::path& path)
{
    if (path.extension() == ".json") {
        const auto run = store.load(request.runs.empty() ? 0 : request.runs.front());
        return run ? app::writeFile(path, report::runJson(*run)) : Status(run.error());
    }
    const Result<report::Document> document =
        request.sweep > 0 ? report::storedSweepReport(store.path(), request.sweep, request.front)
                          : report::storedReport(store, request.runs, request.baseline);
    return document ? report::writeReportFile(*document, path) : Status(document.error());
}

template <typename List>
bool contains(const List& list, ui::RunId run)
{
    return std::ranges::find(list, run) != list.end();
}

} // namespace

LocalRunHistory::LocalRunHistory(store::StoreWorker* store, Services services, QObject* parent)
    : ui::RunHistory(parent), m_store(store), m_services(std::move(services))
{
}

bool LocalRunHistory::isStored()
{
    if (m_store == nullptr)
        QMetaObject::invokeMethod(
            this, [this] { Q_EMIT failed(tr("That cannot be done: runs are not stored.")); }, Qt::QueuedConnection);
    return m_store != nullptr;
}

void LocalRunHistory::change(Work work)
{
    if (!isStored())
        return;
    ++m_pending;
    m_store->post([this, work = std::move(work)](store::RunStore& runs) {
        const Status done = work(runs);
        const QString problem = done ? QString() : QString::fromStdString(done.error().text());
        QMetaObject::invokeMethod(
            this,
            [this, problem] {
                --m_pending;
                if (!problem.isEmpty())
                    Q_EMIT failed(problem);
                m_services.refresh();
            },
            Qt::QueuedConnection);
    });
}

void LocalRunHistory::setMarks(const std::vector<std::pair<ui::RunId, ui::RunMarks>>& marks)
{
    for (const auto& [run, mark] : marks)
        for (records::RunSummary& row : m_rows)
            if (row.id == run)
                row.marks = mark;
    change([marks](store::RunStore& runs) { return runs.setMarks(marks); });
    Q_EMIT changed();
}

void LocalRunHistory::moveToBin(const std::vector<ui::RunId>& ids)
{
    change([ids](store::RunStore& runs) { return runs.moveToBin(ids); });
    if (m_store == nullptr)
        return;
    const auto rest = std::ranges::stable_partition(
        m_rows, [&ids](const records::RunSummary& row) { return !contains(ids, row.id); });
    m_bin.insert(m_bin.begin(), rest.begin(), rest.end());
    m_rows.erase(rest.begin(), rest.end());
    Q_EMIT changed();
}

void LocalRunHistory::restore(const std::vector<ui::RunId>& ids)
{
    change([ids](store::RunStore& runs) { return runs.restore(ids); });
}

void LocalRunHistory::emptyBin()
{
    change([](store::RunStore& runs) {
        const auto emptied = runs.emptyBin();
        return emptied ? success() : Status(emptied.error());
    });
}

void LocalRunHistory::runAgain(ui::RunId run)
{
    if (!isStored())
        return;
    m_store->post([this, run](store::RunStore& runs) {
        const auto loaded = std::make_shared<const Result<records::RunRecord>>(runs.load(run));
        QMetaObject::invokeMethod(
            this,
            [this, loaded] {
                if (!*loaded) {
                    Q_EMIT failed(QString::fromStdString(loaded->error().text()));
                    return;
                }
                const records::RunInputs& inputs = (*loaded)->inputs;
                if (const ui::JobId job = m_services.submit(inputs); job != 0)
                    Q_EMIT startedAgain(job, inputs);
            },
            Qt::QueuedConnection);
    });
}

void LocalRunHistory::writeReport(const ui::ReportRequest& request, const QString& path)
{
    if (!isStored())
        return;
    m_store->post([this, request, path](store::RunStore& runs) {
        const Status written = writeReportFile(runs, request, path.toStdString());
        const QString problem = written ? QString() : QString::fromStdString(written.error().text());
        QMetaObject::invokeMethod(
            this,
            [this, path, problem] {
                if (problem.isEmpty())
                    Q_EMIT reportWritten(path);
                else
                    Q_EMIT failed(problem);
            },
            Qt::QueuedConnection);
    });
}

void LocalRunHistory::take(std::vector<records::RunSummary> rows, std::vector<records::RunSummary> bin)
{
    if (m_pending > 0)
        return;
    if (rows == m_rows && bin == m_bin)
        return;
    m_rows = std::move(rows);
    m_bin = std::move(bin);
    Q_EMIT changed();
}

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
