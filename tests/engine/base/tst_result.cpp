// SPDX-License-Identifier: Apache-2.0
#include "engine/base/result.h"

#include <QTest>

#include <memory>

using namespace nestloom;

namespace {

Result<int> half(int n)
{
    if (n % 2 != 0)
        return Error{ErrorCode::InvalidInput, "'" + std::to_string(n) + "' is odd", "f.yaml:3: size"};
    return n / 2;
}

} // namespace

class TestResult : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void holdsAValueOrAnError();
    void givesAwayWhatCannotBeCopied();
    void errorsReadAsPlaceAndSentence();
    void tellsAStringFromAnError();
};

void TestResult::holdsAValueOrAnError()
{
    QVERIFY(half(8));
    QCOMPARE(*half(8), 4);
    QVERIFY(!half(7));
    QCOMPARE(int(half(7).error().code), int(ErrorCode::InvalidInput));
    QVERIFY(success());
}

void TestResult::givesAwayWhatCannotBeCopied()
{
    Result<std::unique_ptr<int>> result(std::make_unique<int>(5));
    const std::unique_ptr<int> taken = *std::move(result);
    QCOMPARE(*taken, 5);
}

void TestResult::errorsReadAsPlaceAndSentence()
{
    QCOMPARE(half(7).error().text(), std::string("f.yaml:3: size: '7' is odd"));
    QCOMPARE((Error{ErrorCode::Io, "no such file", ""}.text()), std::string("no such file"));
}

void TestResult::tellsAStringFromAnError()
{
    const Result<std::string> value(std::string("text"));
    QVERIFY(value);
    QCOMPARE(value->size(), std::size_t(4));
    const Result<std::string> error(Error{ErrorCode::Internal, "text", ""});
    QVERIFY(!error);
}

QTEST_APPLESS_MAIN(TestResult)
#include "tst_result.moc"
