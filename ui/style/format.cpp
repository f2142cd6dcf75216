// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/format.h"

#include "engine/base/number_words.h"

namespace nestloom::ui::format {

namespace {

QString text(const std::string& number) { return QString::fromStdString(number); }

} // namespace

QString si(double value, const QString& unit) { return text(shortNumber(value, unit.toStdString())); }
QString cycles(double count) { return text(shortCycles(count)); }
QString cycles(Cycles count) { return cycles(double(count.count)); }
QString energy(Picojoules energy) { return text(shortEnergy(energy)); }
QString bytes(double count) { return text(shortBytes(count)); }
QString bytes(Bytes count) { return bytes(double(count.count)); }
QString bandwidth(BytesPerCycle rate) { return bandwidth(Bandwidth(rate)); }
QString bandwidth(BytesPerSecond rate) { return bandwidth(Bandwidth(rate)); }
QString bandwidth(Bandwidth bandwidth) { return text(bandwidthText(bandwidth)); }
QString area(SquareMicrometres area) { return text(shortArea(area)); }
QString energyDelayProduct(double picojouleCycles, Hertz clock) { return text(shortEdp(picojouleCycles, clock)); }
QString milliseconds(double ms) { return text(duration(ms)); }
QString times(double ratio) { return text(nestloom::times(ratio)); }

QString integer(std::int64_t count) { return text(grouped(count)); }
QString exactCycles(Cycles count) { return text(nestloom::exactCycles(count)); }
QString exactCycles(double count) { return text(exactCycleBound(count)); }
QString exactBytes(Bytes count) { return integer(count.count) + QStringLiteral(" B"); }
QString exactBits(Bits count) { return text(counted(count.count, "bit")); }
QString exactEnergy(Picojoules energy) { return text(nestloom::exactEnergy(energy)); }
QString exactNumber(double value, int decimals) { return text(groupedNumber(value, decimals)); }

QString percent(double ratio, int decimals) { return text(nestloom::percent(ratio, decimals)); }
QString percent(std::optional<double> ratio, int decimals) { return ratio ? percent(*ratio, decimals) : kNoValue; }
QString signedPercent(double ratio, int decimals) { return text(nestloom::signedPercent(ratio, decimals)); }
QString percentChange(double value, double baseline)
{
    return baseline != 0 ? signedPercent(value / baseline - 1) : kNoValue;
}

} // namespace nestloom::ui::format
