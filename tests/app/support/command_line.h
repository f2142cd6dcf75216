// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/places.h"
#include "tests/support/read_file.h"

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

namespace nestloom::testing {

struct CommandResult {
    int exitCode = -1; // -1: did not end by itself
    QString out;
    QString err;
};

/// The real nestloom-cli, with a folder of its own for files and stored runs.
class CommandLine {
public:
    CommandLine()
    {
        m_environment = QProcessEnvironment::systemEnvironment();
        m_environment.insert(QStringLiteral("NESTLOOM_DATA"), path(QStringLiteral("data")));
        m_environment.remove(QStringLiteral("NESTLOOM_SOLVER"));
        m_environment.remove(QStringLiteral("NESTLOOM_PRESETS"));
    }

    QString path(const QString& name) const { return m_folder.filePath(name); }
    void setVariable(const QString& name, const QString& value) { m_environment.insert(name, value); }

    QString write(const QString& name, const QByteArray& content) const
    {
        QFile file(path(name));
        return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() ? file.fileName() : QString();
    }
    QString writeProgram(const QString& name, const QByteArray& script) const
    {
        const QString program = write(name, "#!/bin/sh\n" + script);
        QFile::setPermissions(program, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return program;
    }
    QByteArray read(const QString& name) const { return tests::bytesOf(path(name)); }

    void start(QProcess& process, const QStringList& arguments) const
    {
        process.setProcessEnvironment(m_environment);
        process.setWorkingDirectory(m_folder.path());
        process.start(QStringLiteral(NESTLOOM_BIN_DIR "/nestloom-cli"), arguments);
    }
    static CommandResult finish(QProcess& process)
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        constexpr int kLongest = 1'000'000; // milliseconds; as nestloom_timeout() has it
#else
        constexpr int kLongest = 100'000;
#endif
        if ((process.state() != QProcess::NotRunning && !process.waitForFinished(kLongest))
            || process.exitStatus() != QProcess::NormalExit)
            return {-1, QString::fromUtf8(process.readAllStandardOutput()),
                    QString::fromUtf8(process.readAllStandardError())};
        return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
                QString::fromUtf8(process.readAllStandardError())};
    }
    CommandResult run(const QStringList& arguments) const
    {
        QProcess process;
        start(process, arguments);
        return finish(process);
    }

private:
    QTemporaryDir m_folder;
    QProcessEnvironment m_environment;
};

/// "schedule --accelerator a --network n", as a list.
inline QStringList words(const char* text)
{
    return QString::fromUtf8(text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

} // namespace nestloom::testing
