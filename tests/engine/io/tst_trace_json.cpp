// SPDX-License-Identifier: Apache-2.0
#include "engine/io/trace_json.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace nestloom;

namespace {

trace::Trace example()
{
    trace::Trace trace;
    trace.name = "conv \"1\"";
    trace.lanes = {{"NPU 0", "NPUs"}, {"NPU 1", "NPUs"}, {"DMA", "off chip"}};
    trace.kinds = {"compute", "load"};
    trace.labels = {"OT[0,1]", "broken \xff"};
    trace.events = {{0, 1'234'567, 0, 1, 0, 0}, {5, 9, 128, 2, 1, 1}};
    trace.counters = {{"used", "B", {{0, 128}, {9, 64}}}};
    return trace;
}

QJsonArray eventsOf(const trace::Trace& trace, const QString& phase)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(io::traceJson(trace)), &error);
    if (error.error != QJsonParseError::NoError)
        qWarning() << error.errorString();
    QJsonArray found;
    for (const QJsonValue& event : document.object()[QStringLiteral("traceEvents")].toArray())
        if (event[QStringLiteral("ph")].toString() == phase)
            found.append(event);
    return found;
}

} // namespace

class TraceJsonTest : public QObject {
    Q_OBJECT
private slots:
    void aCycleIsANanosecond()
    {
        const QJsonArray events = eventsOf(example(), QStringLiteral("X"));
        QCOMPARE(events.size(), 2);
        QCOMPARE(events[0][QStringLiteral("dur")].toDouble(), 1234.567);
        QCOMPARE(events[1][QStringLiteral("ts")].toDouble(), 0.005);
        QCOMPARE(events[1][QStringLiteral("dur")].toDouble(), 0.004);
        QCOMPARE(events[1][QStringLiteral("args")][QStringLiteral("bytes")].toInt(), 128);
        QVERIFY(events[0][QStringLiteral("args")][QStringLiteral("bytes")].isUndefined());
        QCOMPARE(events[1][QStringLiteral("cat")].toString(), QStringLiteral("load"));
    }
    void groupsAreProcesses()
    {
        const QJsonArray events = eventsOf(example(), QStringLiteral("X"));
        QStringList processes, threads;
        for (const QJsonValue& meta : eventsOf(example(), QStringLiteral("M"))) {
            const QString name = meta[QStringLiteral("args")][QStringLiteral("name")].toString();
            if (meta[QStringLiteral("name")].toString() == QLatin1String("process_name"))
                processes << name;
            if (meta[QStringLiteral("name")].toString() == QLatin1String("thread_name"))
                threads << name;
        }
        QCOMPARE(processes, (QStringList{QStringLiteral("NPUs"), QStringLiteral("off chip")}));
        QCOMPARE(threads, (QStringList{QStringLiteral("NPU 0"), QStringLiteral("NPU 1"), QStringLiteral("DMA")}));
        QCOMPARE(events[0][QStringLiteral("pid")].toInt(), 1);
        QCOMPARE(events[1][QStringLiteral("pid")].toInt(), 2);
        QCOMPARE(events[1][QStringLiteral("tid")].toInt(), 3);
    }
    void countersKeepTheirUnit()
    {
        const QJsonArray samples = eventsOf(example(), QStringLiteral("C"));
        QCOMPARE(samples.size(), 2);
        QCOMPARE(samples[1][QStringLiteral("args")][QStringLiteral("B")].toInt(), 64);
    }
    void mendsWhatIsNotUtf8()
    {
        QVERIFY(eventsOf(example(), QStringLiteral("X"))[1][QStringLiteral("name")].toString().startsWith(
            QLatin1String("broken ")));
    }
    void anEmptyTraceIsStillJson() { QVERIFY(eventsOf({}, QStringLiteral("X")).isEmpty()); }
};

QTEST_APPLESS_MAIN(TraceJsonTest)
#include "tst_trace_json.moc"
