// SPDX-License-Identifier: Apache-2.0
#include "engine/base/rng.h"
#include "engine/milp/protocol.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>

using namespace nestloom;
using namespace nestloom::milp;
using namespace nestloom::milp::protocol;

namespace {

Solve makeRequest()
{
    Solve solve;
    solve.request = 42;
    const VariableId x = solve.model.addVariable(0, kInfinity, true, "x");
    const VariableId y = solve.model.addVariable(-kInfinity, 2.5, false, "y");
    solve.model.addGreaterEqual(LinearExpression().add(x, 1).add(y, -0.1), 3, "row");
    solve.model.addEqual(LinearExpression(1), 2, "impossible");
    solve.model.minimize(LinearExpression(9).add(x, 0.3).add(y, 2));
    solve.parameters = {0.5, 0.01, true, false};
    solve.timeLimitMs = 1500;
    solve.nodeLimit = 77;
    return solve;
}

/// One frame per kind of message.
std::vector<Buffer> everyFrame()
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return {encode(makeRequest()),
            encode(Stop{7}),
            encode(ProgressReport{7, nan, 12.5, 99}),
            encode(Incumbent{7, 13.5, {1, 0, 2.25}}),
            encode(Done{7, SolveStatus::Feasible, StopCause::WorkLimit, 11.5, 12, 345, "why", {1, 2}, true, {0.5, -2}}),
            encode(Failed{7, "out of memory"})};
}

template <typename Kind>
Kind decoded(const Buffer& frame)
{
    Decoder decoder;
    decoder.append(frame);
    auto message = decoder.next();
    return message && *message ? std::get<Kind>(**message) : Kind{};
}

} // namespace

class TestProtocol : public QObject {
    Q_OBJECT

private slots:
    void aModelSurvivesTheTrip();
    void everyAnswerSurvivesTheTrip();
    void messagesMayArriveByteByByte();
    void severalMessagesMayArriveAtOnce();
    void anIncompleteFrameIsNoMessageYet();
    void rejectsBrokenFrames_data();
    void rejectsBrokenFrames();
    void aCutBodyIsAnErrorAndNeverACrash();
    void anyCorruptByteIsAnErrorOrAnotherValueButNeverACrash();
};

void TestProtocol::aModelSurvivesTheTrip()
{
    const Solve sent = makeRequest();
    const Solve got = decoded<Solve>(encode(sent));
    QCOMPARE(got.request, RequestId(42));
    QCOMPARE(got.timeLimitMs, std::int64_t(1500));
    QCOMPARE(got.nodeLimit, std::int64_t(77));
    QCOMPARE(got.parameters.absoluteGap, 0.5);
    QCOMPARE(got.parameters.relativeGap, 0.01);
    QVERIFY(got.parameters.relaxationOnly);
    QVERIFY(!got.parameters.presolve);
    QCOMPARE(got.model.variables().size(), std::size_t(2));
    for (std::size_t i = 0; i < 2; ++i) {
        QCOMPARE(got.model.variables()[i].lower, sent.model.variables()[i].lower);
        QCOMPARE(got.model.variables()[i].upper, sent.model.variables()[i].upper);
        QCOMPARE(got.model.variables()[i].integer, sent.model.variables()[i].integer);
    }
    QCOMPARE(got.model.rows().size(), std::size_t(2));
    for (std::size_t i = 0; i < 2; ++i) {
        QCOMPARE(got.model.rows()[i].lower, sent.model.rows()[i].lower);
        QCOMPARE(got.model.rows()[i].upper, sent.model.rows()[i].upper);
        QVERIFY(got.model.rows()[i].terms == sent.model.rows()[i].terms);
    }
    QVERIFY(got.model.objective() == sent.model.objective());
    QCOMPARE(got.model.objectiveConstant(), 9.0);
    QVERIFY(encode(got) == encode(sent)); // nothing forgotten above
}

void TestProtocol::everyAnswerSurvivesTheTrip()
{
    const auto frames = everyFrame();
    QCOMPARE(decoded<Stop>(frames[1]).request, RequestId(7));
    const auto progress = decoded<ProgressReport>(frames[2]);
    QVERIFY(std::isnan(progress.incumbent));
    QCOMPARE(progress.bound, 12.5);
    QCOMPARE(progress.nodes, std::int64_t(99));
    const auto incumbent = decoded<Incumbent>(frames[3]);
    QCOMPARE(incumbent.objective, 13.5);
    QVERIFY(incumbent.assignment == (Assignment{1, 0, 2.25}));
    const auto done = decoded<Done>(frames[4]);
    QCOMPARE(done.request, RequestId(7));
    QCOMPARE(done.status, SolveStatus::Feasible);
    QCOMPARE(done.cause, StopCause::WorkLimit);
    QCOMPARE(done.bound, 11.5);
    QCOMPARE(done.nodes, std::int64_t(12));
    QCOMPARE(done.cpuNanoseconds, std::int64_t(345));
    QCOMPARE(done.reason, std::string("why"));
    QVERIFY(done.hasSolution && done.assignment == (Assignment{1, 2}));
    QCOMPARE(decoded<Failed>(frames[5]).message, std::string("out of memory"));
}

void TestProtocol::messagesMayArriveByteByByte()
{
    for (const Buffer& frame : everyFrame()) {
        Decoder decoder;
        for (std::size_t i = 0; i < frame.size(); ++i) {
            const auto before = decoder.next();
            QVERIFY(before && !before->has_value());
            decoder.append(std::span(frame).subspan(i, 1));
        }
        const auto message = decoder.next();
        QVERIFY(message && message->has_value());
        QVERIFY(encode(**message) == frame);
    }
}

void TestProtocol::severalMessagesMayArriveAtOnce()
{
    Buffer all;
    for (const Buffer& frame : everyFrame())
        all.insert(all.end(), frame.begin(), frame.end());
    Decoder decoder;
    decoder.append(all);
    for (std::size_t kind = 0; kind < everyFrame().size(); ++kind) {
        const auto message = decoder.next();
        QVERIFY(message && message->has_value());
        QCOMPARE((*message)->index(), kind);
    }
    const auto end = decoder.next();
    QVERIFY(end && !end->has_value());
}

void TestProtocol::anIncompleteFrameIsNoMessageYet()
{
    Decoder decoder;
    const Buffer frame = encode(makeRequest());
    decoder.append(std::span(frame).first(frame.size() - 1));
    const auto message = decoder.next();
    QVERIFY(message && !message->has_value());
}

void TestProtocol::rejectsBrokenFrames_data()
{
    QTest::addColumn<int>("offset"); // where the frame of a Done is damaged
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("message");
    const QString start = QStringLiteral("a message between Nestloom and its solver is not readable: ");
    const auto u64 = [](std::uint64_t value) {
        return QByteArray(reinterpret_cast<const char*>(&value), sizeof(value));
    };
    const QString body = start + QStringLiteral("the body of a message of kind 4 does not fit its kind");
    QTest::newRow("mark") << 0 << QByteArray("X")
                          << start + QStringLiteral("it does not start with the mark of the protocol");
    QTest::newRow("version") << 4 << QByteArray("\x09", 1)
                             << start + QStringLiteral("it speaks version 9 of the protocol, not version 2");
    QTest::newRow("kind") << 6 << QByteArray("\x63", 1)
                          << start + QStringLiteral("the body of a message of kind 99 does not fit its kind");
    QTest::newRow("size") << 8 << u64(1ULL << 40)
                          << start + QStringLiteral("a message of 1099511627776 bytes is over the limit");
    QTest::newRow("status") << 24 << QByteArray("\x04", 1) << body;
    QTest::newRow("cause") << 25 << QByteArray("\x04", 1) << body;
    QTest::newRow("negative nodes") << 34 << u64(~0ULL) << body;
    QTest::newRow("text longer than the body") << 50 << u64(~0ULL) << body;
    QTest::newRow("flag") << 61 << QByteArray("\x02", 1) << body;
    QTest::newRow("more values than the body") << 62 << u64(1ULL << 61) << body;
    QTest::newRow("fewer values than the body") << 62 << u64(1) << body;
    QTest::newRow("a value that is no number") << 70 << u64(0x7FF8000000000000) << body;
}

void TestProtocol::rejectsBrokenFrames()
{
    QFETCH(int, offset);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, message);
    Buffer frame = everyFrame()[4];
    QVERIFY(frame.size() >= static_cast<std::size_t>(offset + bytes.size()));
    std::memcpy(frame.data() + offset, bytes.constData(), static_cast<std::size_t>(bytes.size()));
    Decoder decoder;
    decoder.append(frame);
    const auto result = decoder.next();
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::SolverFailure);
    QCOMPARE(QString::fromStdString(result.error().message), message);
}

void TestProtocol::aCutBodyIsAnErrorAndNeverACrash()
{
    for (const Buffer& whole : everyFrame()) {
        for (std::size_t size = kHeaderSize; size < whole.size(); ++size) {
            Buffer frame(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
            const std::uint64_t bodySize = size - kHeaderSize;
            std::memcpy(frame.data() + 8, &bodySize, sizeof(bodySize));
            Decoder decoder;
            decoder.append(frame);
            QVERIFY(!decoder.next());
        }
    }
}

void TestProtocol::anyCorruptByteIsAnErrorOrAnotherValueButNeverACrash()
{
    Rng rng(5);
    int errors = 0;
    for (int i = 0; i < 20000; ++i) {
        auto frames = everyFrame();
        Buffer& frame = frames[rng.below(frames.size())];
        for (std::uint64_t n = 0; n <= rng.below(3); ++n)
            frame[rng.below(frame.size())] = static_cast<std::byte>(rng.next());
        Decoder decoder;
        decoder.append(frame);
        errors += !decoder.next();
    }
    QVERIFY(errors > 5000);
}

QTEST_APPLESS_MAIN(TestProtocol)
#include "tst_protocol.moc"
