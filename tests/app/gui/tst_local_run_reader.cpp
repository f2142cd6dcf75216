// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_run_history.h"

#include "app/store/store_worker.h"
#include "tests/app/support/small_inputs.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace nestloom;
using namespace nestloom::app;

/// A store with two runs without layers, and a reader of it.
struct Fixture {
    Fixture()
    {
        Result<store::RunStore> opened =
            store::RunStore::open(folder.filePath(QStringLiteral("runs.db")).toStdString());
        for (records::RunId& run : runs)
            run = *opened->begin(nestloom::testing::smallInputs());
        worker = std::make_unique<store::StoreWorker>(*std::move(opened));
        reader = std::make_unique<LocalRunReader>(worker.get(), home);
    }

    QTemporaryDir folder;
    QObject home;
    std::array<records::RunId, 2> runs{};
    std::unique_ptr<store::StoreWorker> worker;
    std::unique_ptr<LocalRunReader> reader;
};

class TestLocalRunReader : public QObject {
    Q_OBJECT
private slots:
    void answersInTheOrderOfTheQuestionsAndNeverAtOnce()
    {
        Fixture f;
        QObject asker;
        std::vector<ui::RunId> answers;
        for (const records::RunId run : {f.runs[1], f.runs[0], f.runs[1]})
            f.reader->read(run, &asker,
                           [&answers](const Result<ui::RunRecord>& record) { answers.push_back(record->summary.id); });
        QVERIFY(answers.empty());
        QTRY_COMPARE(answers.size(), std::size_t{3});
        QCOMPARE(answers, (std::vector<ui::RunId>{f.runs[1], f.runs[0], f.runs[1]}));
    }

    void aRunThatIsNotThereIsAnErrorInWords()
    {
        Fixture f;
        QObject asker;
        QString problem;
        f.reader->read(4711, &asker, [&problem](const Result<ui::RunRecord>& record) {
            problem = record ? QString() : QString::fromStdString(record.error().text());
        });
        QTRY_VERIFY2(problem.contains(QStringLiteral("there is no run 4711")), qPrintable(problem));
    }

    void anAskerThatIsGoneHearsNothing()
    {
        Fixture f;
        auto asker = std::make_unique<QObject>();
        bool heard = false, other = false;
        f.reader->read(f.runs[0], asker.get(), [&heard](const auto&) { heard = true; });
        asker.reset();
        f.reader->read(f.runs[1], &f.home, [&other](const auto&) { other = true; });
        QTRY_VERIFY(other); // asked later, so the first answer would have come before
        QVERIFY(!heard);
    }

    void withoutAStoreEveryAnswerIsAnError()
    {
        QObject home;
        LocalRunReader reader(nullptr, home);
        QString problem;
        reader.read(1, &home, [&problem](const Result<ui::RunRecord>& record) {
            problem = QString::fromStdString(record.error().text());
        });
        QVERIFY(problem.isEmpty());
        QTRY_COMPARE(problem, QStringLiteral("run 1 cannot be read: runs are not stored"));
    }
};

QTEST_GUILESS_MAIN(TestLocalRunReader)
#include "tst_local_run_reader.moc"
