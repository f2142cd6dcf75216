// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_shards.h"

#include "app/store/shard_files.h"
#include "engine/base/result.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>

namespace nestloom::app {

namespace {

constexpr std::chrono::seconds kBetweenLooks{2};
constexpr int kCancelled = 130;   // exit code of nestloom-cli
constexpr int kPatienceMs = 2000; // for a process to end

std::size_t finishedShards(const std::filesystem::path& folder, std::size_t count)
{
    std::size_t done = 0;
    for (std::size_t i = 0; i < count; ++i) {
        std::error_code ignored;
        done += std::filesystem::exists(store::shardPath(folder, {i, count}), ignored) ? 1 : 0;
    }
    return done;
}

QString commandLineProgram()
{
    const QString name = QStringLiteral("nestloom-cli");
    const QString beside = QStandardPaths::findExecutable(name, {QCoreApplication::applicationDirPath()});
    return beside.isEmpty() ? QStandardPaths::findExecutable(name) : beside;
}

QString lastLine(const QString& text) { return text.trimmed().section(QLatin1Char('\n'), -1); }

QString lastComplaint(const QString& text)
{
    const QString prefix = QStringLiteral("nestloom-cli: "), line = lastLine(text);
    return line.startsWith(prefix) ? line.mid(prefix.size()) : line;
}

} // namespace

LocalShards::LocalShards(std::filesystem::path storePath, QObject* parent)
    : ui::Shards(parent), m_storePath(std::move(storePath))
{
    m_reader.setMaxThreadCount(1);
    m_look.setInterval(kBetweenLooks);
    connect(&m_look, &QTimer::timeout, this, &LocalShards::look);
}

LocalShards::~LocalShards()
{
    for (QProcess* process : findChildren<QProcess*>()) {
        process->disconnect(this);
        process->kill(); // it only looked on: the queue has the job
        process->waitForFinished(kPatienceMs);
    }
    m_reader.waitForDone();
}

void LocalShards::watch(const QString& folder, std::size_t count)
{
    if (folder == m_folder && count == m_state.count)
        return;
    m_folder = folder;
    m_state.count = count;
    m_state.done = 0;
    ++m_watched;
    if (folder.isEmpty())
        return m_look.stop();
    m_look.start();
    look();
}

void LocalShards::look()
{
    m_reader.start([this, folder = m_folder.toStdString(), count = m_state.count, watched = m_watched] {
        const std::size_t done = finishedShards(folder, count);
        QMetaObject::invokeMethod(
            this,
            [this, done, watched] {
                if (watched != m_watched)
                    return;
                m_state.done = done;
                Q_EMIT changed(m_state);
            },
            Qt::QueuedConnection);
    });
}

void LocalShards::begin(const explore::SweepInputs& inputs, const std::function<void()>& then)
{
    m_reader.start([this, inputs, then, folder = m_folder.toStdString(), watched = m_watched] {
        const Status begun = caught([&] { return store::beginShards(folder, inputs); });
        const QString problem = begun ? QString() : QString::fromStdString(begun.error().text());
        QMetaObject::invokeMethod(
            this,
            [this, problem, then, watched] {
                if (watched != m_watched)
                    return;
                if (problem.isEmpty())
                    then();
                else
                    Q_EMIT failed(problem);
            },
            Qt::QueuedConnection);
    });
}

QStringList LocalShards::submitLine(const QString& runner) const
{
    return {QStringLiteral("sweep"),    QStringLiteral("submit"),       QStringLiteral("--shard-dir"), m_folder,
            QStringLiteral("--shards"), QString::number(m_state.count), QStringLiteral("--runner"),    runner};
}

QProcess* LocalShards::run(const QStringList& line,
                           const std::function<void(int exitCode, const QString& printed)>& ended)
{
    const QString program = commandLineProgram();
    if (program.isEmpty()) {
        Q_EMIT failed(tr("The program nestloom-cli is not installed beside this one."));
        return nullptr;
    }
    auto* process = new QProcess(this);
    connect(process, &QProcess::readyReadStandardError, this, [this, process] {
        m_complaint = lastComplaint(QString::fromUtf8(process->readAllStandardError()));
        if (process != m_submission)
            return; // told when it fails
        m_state.said = m_complaint;
        Q_EMIT changed(m_state);
    });
    connect(process, &QProcess::finished, this, [process, ended](int exitCode, QProcess::ExitStatus status) {
        ended(status == QProcess::NormalExit ? exitCode : -1, QString::fromUtf8(process->readAllStandardOutput()));
        process->deleteLater();
    });
    process->start(program, line);
    return process;
}

void LocalShards::submit(const explore::SweepInputs& inputs)
{
    if (m_submission || m_folder.isEmpty())
        return;
    begin(inputs, [this] {
        m_submission = run(submitLine(QStringLiteral("slurm")), [this](int exitCode, const QString& printed) {
            m_submission = nullptr;
            m_state.isSubmitting = false;
            if (exitCode == 0)
                m_state.said = lastLine(printed);
            Q_EMIT changed(m_state);
            if (exitCode > 0 && exitCode != kCancelled)
                Q_EMIT failed(m_complaint);
            look();
        });
        m_state.isSubmitting = m_submission != nullptr;
        Q_EMIT changed(m_state);
    });
}

void LocalShards::makeLines(const explore::SweepInputs& inputs)
{
    if (m_folder.isEmpty())
        return;
    begin(inputs, [this] {
        run(submitLine(QStringLiteral("print")), [this](int exitCode, const QString& printed) {
            if (exitCode == 0)
                Q_EMIT linesMade(printed);
            else
                Q_EMIT failed(m_complaint);
        });
    });
}

void LocalShards::cancel()
{
    if (m_submission)
        m_submission->terminate(); // which takes the job out of the queue
}

void LocalShards::collect()
{
    if (m_folder.isEmpty())
        return;
    if (m_storePath.empty()) {
        Q_EMIT failed(tr("There is no database to store the sweep in."));
        return;
    }
    run({QStringLiteral("sweep"), QStringLiteral("collect"), m_folder, QStringLiteral("--json"),
         QStringLiteral("--store"), QString::fromStdString(m_storePath.string())},
        [this](int, const QString& printed) { // what is missing is no failure here
            const qint64 sweep =
                QJsonDocument::fromJson(printed.toUtf8()).object()[QStringLiteral("sweep")].toInteger();
            if (sweep > 0)
                Q_EMIT collected(sweep);
            else
                Q_EMIT failed(m_complaint);
        });
}

} // namespace nestloom::app
