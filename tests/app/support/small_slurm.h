// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/support/command_line.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QThread>

#include <unistd.h>

namespace nestloom::testing {

/// A Slurm of one controller and two nodes on this machine, over loopback only and without munge, as root.
class SmallSlurm {
public:
    SmallSlurm()
    {
        for (const char* program : {"slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol"})
            if (QStandardPaths::findExecutable(QLatin1String(program)).isEmpty()) {
                m_problem = QStringLiteral("Slurm is not installed: there is no %1").arg(QLatin1String(program));
                return;
            }
        if (geteuid() != 0) {
            m_problem = QStringLiteral("a Slurm of its own needs root");
            return;
        }
        write();
        start(QStringLiteral("slurmctld"), {QStringLiteral("-c")});
        start(QStringLiteral("slurmd"), words("-N n1"));
        start(QStringLiteral("slurmd"), words("-N n2"));
        for (int i = 0; i < 100; ++i) {
            if (said(QStringLiteral("sinfo"), words("-h -t idle")).contains("n[1-2]"))
                return;
            QThread::msleep(200);
        }
        m_problem = QStringLiteral("the nodes of a Slurm of its own do not come up");
    }
    ~SmallSlurm()
    {
        for (const char* name : {"n1", "n2", "controller"})
            kill(name, "-TERM");
    }
    SmallSlurm(const SmallSlurm&) = delete;
    SmallSlurm& operator=(const SmallSlurm&) = delete;

    void kill(const char* name, const char* signal = "-KILL") const // "n1", "n2" or "controller"
    {
        QFile file(path(QStringLiteral("%1.pid").arg(QLatin1String(name))));
        if (file.open(QIODevice::ReadOnly))
            QProcess::execute(QStringLiteral("kill"),
                              {QLatin1String(signal), QString::fromLatin1(file.readAll().trimmed())});
    }

    void restartController() const { start(QStringLiteral("slurmctld"), {}); }
    void resumeAndRelease() const // what an administrator does when a controller has lost its memory
    {
        const QString scontrol = QStringLiteral("scontrol");
        said(scontrol, words("update nodename=n[1-2] state=resume"));
        const QByteArray held = said(QStringLiteral("squeue"), words("-h -t PENDING -o %A"));
        for (const QByteArray& job : held.simplified().split(' '))
            if (!job.isEmpty())
                said(scontrol, {QStringLiteral("release"), QString::fromLatin1(job)});
    }

    QString problem() const { return m_problem; } // why there is none
    QString configuration() const { return path(QStringLiteral("slurm.conf")); }

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }

    QProcess* process(QProcess& process) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("SLURM_CONF"), configuration());
        process.setProcessEnvironment(environment);
        return &process;
    }
    void start(const QString& program, const QStringList& arguments) const
    {
        QProcess one;
        process(one)->start(program, arguments);
        one.waitForFinished(20'000);
    }
    QByteArray said(const QString& program, const QStringList& arguments) const
    {
        QProcess one;
        process(one)->start(program, arguments);
        one.waitForFinished(20'000);
        return one.readAllStandardOutput();
    }

    void write() const
    {
        const qint64 port = 17'000 + getpid() % 10'000 * 3;
        QFile file(configuration());
        if (!file.open(QIODevice::WriteOnly))
            return;
        file.write(QStringLiteral("ClusterName=test\n"
                                  "SlurmctldHost=%1(127.0.0.1)\n"
                                  "SlurmctldPort=%2\n"
                                  "AuthType=auth/none\n"
                                  "CredType=cred/none\n"
                                  "AuthInfo=cred_expire=5\n"
                                  "SlurmdTimeout=5\n"
                                  "CommunicationParameters=NoCtldInAddrAny,NoInAddrAny\n"
                                  "ProctrackType=proctrack/linuxproc\n"
                                  "TaskPlugin=task/none\n"
                                  "JobAcctGatherType=jobacct_gather/none\n"
                                  "AccountingStorageType=accounting_storage/none\n"
                                  "SelectType=select/cons_tres\n"
                                  "SelectTypeParameters=CR_CPU\n"
                                  "SchedulerType=sched/builtin\n"
                                  "ReturnToService=2\n"
                                  "SlurmUser=root\n"
                                  "SlurmdUser=root\n"
                                  "StateSaveLocation=%3/state\n"
                                  "SlurmctldPidFile=%3/controller.pid\n"
                                  "SlurmctldLogFile=%3/controller.log\n"
                                  "SlurmdPidFile=%3/%n.pid\n"
                                  "SlurmdLogFile=%3/%n.log\n"
                                  "SlurmdSpoolDir=%3/spool-%n\n"
                                  "MpiDefault=none\n"
                                  "NodeName=n[1-2] NodeHostname=%1 NodeAddr=127.0.0.1 Port=[%4-%5] CPUs=1\n"
                                  "PartitionName=all Nodes=n[1-2] Default=YES MaxTime=INFINITE State=UP\n")
                       .arg(QSysInfo::machineHostName().section(QLatin1Char('.'), 0, 0))
                       .arg(port)
                       .arg(m_folder.path())
                       .arg(port + 1)
                       .arg(port + 2)
                       .toUtf8());
    }

    QTemporaryDir m_folder;
    QString m_problem;
};

} // namespace nestloom::testing
