// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/support/command_line.h"

#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

using namespace nestloom::testing;

namespace {

QString manual(const CommandLine& cli, const QString& format)
{
    return cli.run({QStringLiteral("manual"), format}).out;
}

/// What a shell prints of a script.
CommandResult run(const QString& shell, const QStringList& arguments)
{
    QProcess process;
    process.start(shell, arguments);
    return CommandLine::finish(process);
}

} // namespace

class TestManual : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyOptionOfHelpIsInAllOfThem()
    {
        const CommandLine cli;
        QStringList names{QStringLiteral("allocate"), QStringLiteral("show")};
        static const QRegularExpression option(QStringLiteral("^  (?:-\\w,)?--([a-z-]+)"),
                                               QRegularExpression::MultilineOption);
        for (const char* command : {"run --help", "sweep --help", "runs --help"})
            for (auto at = option.globalMatch(cli.run(words(command)).out); at.hasNext();)
                names << at.next().captured(1);
        QVERIFY(names.size() > 60);
        for (const char* format : {"man", "bash", "zsh", "fish"}) {
            QString text = manual(cli, QLatin1String(format));
            text.remove(QLatin1Char('\\'));
            for (const QString& name : names)
                QVERIFY2(text.contains(name), qPrintable(QLatin1String(format) + QStringLiteral(" lacks ") + name));
        }
    }

    void bashCompletes_data()
    {
        QTest::addColumn<QStringList>("line");
        QTest::addColumn<QString>("wanted");
        QTest::newRow("a command") << words("nestloom-cli sche") << QStringLiteral("schedule");
        QTest::newRow("an option") << words("nestloom-cli run --acc") << QStringLiteral("--accelerator");
        QTest::newRow("a value") << words("nestloom-cli run --engine fle") << QStringLiteral("flexer");
        QTest::newRow("a value after =") << words("nestloom-cli run --engine = fle") << QStringLiteral("flexer");
        QTest::newRow("a command below") << words("nestloom-cli runs sh") << QStringLiteral("show");
        QTest::newRow("its option") << words("nestloom-cli runs show --js") << QStringLiteral("--json");
        QTest::newRow("an argument") << words("nestloom-cli runs --accelerator") << QString(); // not one of runs
        QTest::newRow("a file: bash knows") << words("nestloom-cli run --output fle") << QString();
    }

    void bashCompletes()
    {
        QFETCH(QStringList, line);
        QFETCH(QString, wanted);
        const CommandLine cli;
        const QString script = cli.write(QStringLiteral("completion"), manual(cli, QStringLiteral("bash")).toUtf8());
        const CommandResult result = run(
            QStringLiteral("bash"),
            QStringList{QStringLiteral("-c"),
                        QStringLiteral("compopt() { :; }; source \"$0\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); "
                                       "_nestloom_cli; echo \"${COMPREPLY[@]}\""),
                        script}
                + line);
        QCOMPARE(result.err, QString());
        QCOMPARE(result.out.trimmed(), wanted);
    }

    void otherShellsAndManUnderstandThem_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QStringList>("command");
        QTest::newRow("zsh") << QStringLiteral("zsh") << words("zsh -n");
        QTest::newRow("fish") << QStringLiteral("fish") << words("fish --no-execute");
        QTest::newRow("man") << QStringLiteral("man") << words("groff -man -Tutf8 -ww -Kutf8 -z");
    }

    void otherShellsAndManUnderstandThem()
    {
        QFETCH(QString, format);
        QFETCH(QStringList, command);
        if (QStandardPaths::findExecutable(command.first()).isEmpty())
            QSKIP("it is not installed");
        const CommandLine cli;
        command << cli.write(QStringLiteral("text"), manual(cli, format).toUtf8());
        const CommandResult result = run(command.takeFirst(), command);
        QCOMPARE(result.err, QString());
        QCOMPARE(result.exitCode, 0);
    }

    void anotherFormatIsRefused()
    {
        const CommandLine cli;
        const CommandResult result = cli.run(words("manual tcsh"));
        QCOMPARE(result.exitCode, 2);
        QVERIFY(result.err.contains(QStringLiteral("tcsh not in {man,bash,zsh,fish}")));
    }

    void versionTellsCommitAndBuild()
    {
        const CommandLine cli;
        static const QRegularExpression wanted(
            QStringLiteral("^nestloom-cli " NESTLOOM_VERSION "\ncommit (unknown|[0-9a-f]{8,} "
                           "of \\d{4}-\\d\\d-\\d\\d)(, changed)?; \\w+ by \\w+ [\\d.]+ for \\w+.*\n$"));
        const QString text = cli.run(words("--version")).out;
        QVERIFY2(wanted.match(text).hasMatch(), qPrintable(text));
        QProcess solver;
        solver.start(QStringLiteral(NESTLOOM_BIN_DIR "/nestloom-solver"), words("--version"));
        QCOMPARE(CommandLine::finish(solver).out,
                 QString(text).replace(QStringLiteral("nestloom-cli"), QStringLiteral("nestloom-solver")));
    }
};

QTEST_GUILESS_MAIN(TestManual)
#include "tst_manual.moc"
