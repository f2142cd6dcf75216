// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/runs/filter_quantity.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace nestloom::ui {

namespace {

struct Unit {
    QString symbol; // as it may be written; cycles may go without
    QString example;
    bool isOptional = false;
};

Unit unitOf(const QString& figure)
{
    if (figure == u"cycles")
        return {QStringLiteral("cycles?"), QStringLiteral("5M"), true};
    if (figure == u"energy")
        return {QStringLiteral("J"), QStringLiteral("30mJ")};
    if (figure == u"edp")
        return {QStringLiteral("J[·*]?s"), QStringLiteral("1mJs")};
    return {QStringLiteral("%"), figure == u"gap" ? QStringLiteral("1%") : QStringLiteral("70%")};
}

double factorOf(const QString& prefix)
{
    static const std::pair<const char16_t*, double> kPrefixes[] = {{u"p", 1e-12}, {u"n", 1e-9}, {u"u", 1e-6},
                                                                   {u"µ", 1e-6},  {u"m", 1e-3}, {u"k", 1e3},
                                                                   {u"M", 1e6},   {u"G", 1e9},  {u"T", 1e12}};
    for (const auto& [text, factor] : kPrefixes)
        if (prefix == QStringView(text))
            return factor;
    return 1;
}

} // namespace

Result<double> filterQuantity(const QString& figure, const QString& text)
{
    const Unit unit = unitOf(figure);
    const bool isShare = unit.symbol == u"%";
    const QString prefixes = isShare               ? QString()
                             : figure == u"cycles" ? QStringLiteral("[kKMGT]?")
                                                   : QStringLiteral("[pnuµmkMG]?");
    const QRegularExpression shape(QStringLiteral("^(\\d+\\.?\\d*(?:e[+-]?\\d+)?|\\.\\d+)(%1)(%2)%3$")
                                       .arg(prefixes, unit.symbol, unit.isOptional ? QStringLiteral("?") : QString()));
    const auto match = shape.match(text);
    if (!match.hasMatch()) {
        const QString message =
            QCoreApplication::translate("RunFilter", "%1 needs a number with its unit, for example %1<%2.")
                .arg(figure, unit.example);
        return Error{ErrorCode::InvalidInput, message.toStdString(), ""};
    }
    const double number = match.captured(1).toDouble();
    const QString prefix = match.captured(2);
    return isShare ? number / 100 : number * factorOf(prefix == u"K" ? QStringLiteral("k") : prefix);
}

} // namespace nestloom::ui
