// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/shards.h"

#include <QProcess>
#include <QThreadPool>
#include <QTimer>

#include <filesystem>

namespace nestloom::app {

/// Shards through nestloom-cli, so that a folder is the same whoever began it.
/// Thread rule: lives on the GUI thread; the folder is read and begun on a thread of its own. The destructor stops to
/// follow a queue; what was submitted stays there.
class LocalShards final : public ui::Shards {
    Q_OBJECT
public:
    /// An empty path: nothing can be collected.
    explicit LocalShards(std::filesystem::path storePath, QObject* parent = nullptr);
    ~LocalShards() override;

    void watch(const QString& folder, std::size_t count) override;
    void submit(const explore::SweepInputs& inputs) override;
    void makeLines(const explore::SweepInputs& inputs) override;
    void cancel() override;
    void collect() override;

private:
    void look();
    void begin(const explore::SweepInputs& inputs, const std::function<void()>& then);
    QStringList submitLine(const QString& runner) const;
    /// Runs nestloom-cli; hears the lines it complains with and, at its end, what it printed.
    QProcess* run(const QStringList& line, const std::function<void(int exitCode, const QString& printed)>& ended);

    const std::filesystem::path m_storePath;
    QString m_folder;
    ui::ShardState m_state;
    QString m_complaint;              // the newest of nestloom-cli
    QProcess* m_submission = nullptr; // a child of this; null when none is followed
    QTimer m_look;
    quint64 m_watched = 0; // counts folders: answers about others are dropped
    QThreadPool m_reader;  // one thread; last, so that it is done before the rest goes
};

} // namespace nestloom::app
