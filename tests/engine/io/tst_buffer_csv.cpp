// SPDX-License-Identifier: Apache-2.0
#include "engine/io/buffer_csv.h"

#include <QTest>

using namespace nestloom;
using memory::Buffer;

class TestBufferCsv : public QObject {
    Q_OBJECT
private slots:
    void readsTheColumnsOfMinimalloc()
    {
        const auto table = io::readBufferCsv("id,lower,upper,size\nb1,0,3,4\r\nb2,3,9,5\n\n", "a.csv");
        QVERIFY(table);
        QVERIFY((table->ids == std::vector<std::string>{"b1", "b2"}));
        QVERIFY((table->buffers == std::vector<Buffer>{{0, 2, {4}}, {3, 8, {5}}}));
        QVERIFY(!table->endIsIncluded);
    }

    void aByteOrderMarkIsNoPartOfTheHeader()
    {
        const auto table = io::readBufferCsv("\xef\xbb\xbfid,lower,upper,size\nb1,0,3,4\n", "a.csv");
        QVERIFY(table);
        QVERIFY((table->ids == std::vector<std::string>{"b1"}));
        QVERIFY(!io::readBufferCsv("\xef\xbb\xbf", "a.csv")); // nothing but the mark is an empty file
    }

    void readsTheOlderNamesAndAnyOrder()
    {
        const auto table = io::readBufferCsv("size,end,hint,start,buffer_id\n4,2,9,0,b1\n", "a.csv");
        QVERIFY(table);
        QVERIFY((table->buffers == std::vector<Buffer>{{0, 2, {4}}}));
        QVERIFY(table->endIsIncluded);
    }

    void readsAlignmentGapsAndOffsets()
    {
        const auto table = io::readBufferCsv("id,lower,upper,size,alignment,gaps,offset\n"
                                             "a,0,20,64,16,3-5 9-12@0:8,\nb,1,2,8,1,,128\n",
                                             "a.csv");
        QVERIFY(table);
        const Buffer& a = table->buffers[0];
        QCOMPARE(a.alignment.count, 16);
        QVERIFY((a.gaps == std::vector<memory::Gap>{{3, 4, {}}, {9, 11, memory::Window{{0}, {8}}}}));
        QVERIFY(!a.offset);
        QVERIFY(table->buffers[1].offset == Bytes{128});
        const auto atOnce = io::readBufferCsv("id,lower,upper,size,gaps\na,0,9,4,0-2 2-4@0:4\n", "a.csv");
        QVERIFY(atOnce);
        QVERIFY((atOnce->buffers[0].gaps == std::vector<memory::Gap>{{0, 1, {}}, {2, 3, memory::Window{{0}, {4}}}}));
    }

    void takesManyBuffersButNotEveryPair()
    {
        const auto table = [](std::size_t buffers, bool together) {
            std::string text = "id,lower,upper,size\n";
            for (std::size_t i = 0; i < buffers; ++i)
                text +=
                    std::to_string(i) + "," + std::to_string(together ? 0 : i) + "," + std::to_string(i + 1) + ",64\n";
            return io::readBufferCsv(text, "a.csv");
        };
        QVERIFY(table(10'000, true)); // 49,995,000 pairs
        QVERIFY(table(100'000, false));
        QCOMPARE(table(100'001, false).error().text(), std::string("a.csv:100002: there are more than 100000 buffers"));
        QCOMPARE(
            table(12'000, true).error().text(),
            std::string("a.csv: 71994000 pairs of buffers are in use at a common step; at most 60000000 are taken"));
    }

    void whatIsWrittenIsReadAgain()
    {
        for (const char* text : {"id,lower,upper,size\na,0,3,4\n", "id,start,end,size\na,0,3,4\n",
                                 "id,lower,upper,size,alignment,gaps\na,0,20,64,16,3-5 9-12@0:8\nb,1,2,8,1,\n",
                                 "id,lower,upper,size\n\"a, \"\"b\"\"\",0,3,4\n"}) {
            const auto table = io::readBufferCsv(text, "a.csv");
            QVERIFY(table);
            QCOMPARE(io::writeBufferCsv(*table, {}), std::string(text));
            auto placed = io::readBufferCsv(io::writeBufferCsv(*table, {Bytes{32}, Bytes{7}}), "b.csv");
            QVERIFY(placed);
            QVERIFY(placed->buffers[0].offset == Bytes{32});
            for (Buffer& buffer : placed->buffers)
                buffer.offset.reset();
            QVERIFY(*placed == *table);
        }
    }

    void saysWhereWhatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* name, const char* text, const char* error) {
            QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(error);
        };
        row("empty", "", "a.csv: the file is empty; it needs a header like id,lower,upper,size");
        row("only a header", "\nid,lower,upper,size\n\n",
            "a.csv:2: the file has no buffers; each is a line of its own below the header");
        row("no size", "id,lower,upper\n",
            "a.csv:1: column 'size' is missing in 'id,lower,upper'; the header needs id,lower,upper,size, separated by "
            "commas");
        row("semicolons", "id;lower;upper;size\na;0;1;4\n",
            "a.csv:1: column 'id' is missing in 'id;lower;upper;size'; the header needs id,lower,upper,size, separated "
            "by "
            "commas");
        row("id again", "id,lower,upper,size\na,0,1,4\nb,0,1,4\na,2,3,4\n",
            "a.csv:4: id: 'a' is the buffer of line 2 already");
        row("twice", "id,id,lower,upper,size\n", "a.csv:1: column 'id' is there twice");
        row("both ends", "id,lower,upper,end,size\n",
            "a.csv:1: the header needs one of the columns 'upper' (behind the last step) and 'end' (the last step)");
        row("fields", "id,lower,upper,size\na,0,1\n", "a.csv:2: the line has 3 fields, the header has 4");
        row("number", "id,lower,upper,size\na,0,1,4k\n", "a.csv:2: size: '4k' is no whole number");
        row("negative", "id,lower,upper,size\na,0,1,-4\n", "a.csv:2: size: '-4' is not from 0 to 17592186044416");
        row("huge", "id,lower,upper,size\na,0,1,99999999999999999999\n",
            "a.csv:2: size: '99999999999999999999' is not from 0 to 17592186044416");
        row("backwards", "id,lower,upper,size\na,3,3,4\n",
            "a.csv:2: upper: '3' must be above 3, where the buffer begins");
        row("ends early", "id,start,end,size\na,3,2,4\n",
            "a.csv:2: end: '2' must be at least 3, where the buffer begins");
        row("alignment", "id,lower,upper,size,alignment\na,0,1,4,0\n",
            "a.csv:2: alignment: '0' is not from 1 to 17592186044416");
        row("gap", "id,lower,upper,size,gaps\na,0,9,4,3\n", "a.csv:2: gaps: '3' is no gap; write 3-5 or 3-5@0:64");
        row("gap outside", "id,lower,upper,size,gaps\na,0,9,4,3-12\n",
            "a.csv:2: gaps: '3-12' is empty, reaches out of the buffer's steps or into another gap");
        row("gap bytes", "id,lower,upper,size,gaps\na,0,9,4,3-5@0:8\n",
            "a.csv:2: gaps: '3-5@0:8' needs bytes within the buffer's 4 B");
    }
    void saysWhereWhatIsWrong()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, error);
        const auto table = io::readBufferCsv(text.toStdString(), "a.csv");
        QVERIFY(!table);
        QCOMPARE(QString::fromStdString(table.error().text()), error);
        QCOMPARE(table.error().code, ErrorCode::InvalidInput);
    }
};

QTEST_GUILESS_MAIN(TestBufferCsv)
#include "tst_buffer_csv.moc"
