// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/format.h"

#include "engine/base/number_words.h"

namespace nestloom::ui::format {

namespace {

} // namespace

QString si(double value, const QString& unit) { return qt(shortNumber(value, unit.toStdString())); }
QString cycles(double count) { return qt(shortCycles(count)); }
QString cycles(Cycles count) { return cycles(double(count.count)); }
QString energy(Picojoules energy) { return qt(shortEnergy(energy)); }
QString bytes(double count) { return qt(shortBytes(count)); }
QString bytes(Bytes count) { return bytes(double(count.count)); }
QString bandwidth(BytesPerCycle rate) { return bandwidth(Bandwidth(rate)); }
QString bandwidth(BytesPerSecond rate) { return bandwidth(Bandwidth(rate)); }
QString bandwidth(Bandwidth bandwidth) { return qt(bandwidthText(bandwidth)); }
QString area(SquareMicrometres area) { return qt(shortArea(area)); }
QString energyDelayProduct(double picojouleCycles, Hertz clock) { return qt(shortEdp(picojouleCycles, clock)); }
QString milliseconds(double ms) { return qt(duration(ms)); }
QString times(double ratio) { return qt(nestloom::times(ratio)); }

QString integer(std::int64_t count) { return qt(grouped(count)); }
QString exactCycles(Cycles count) { return qt(nestloom::exactCycles(count)); }
QString exactCycles(double count) { return qt(exactCycleBound(count)); }
QString exactBytes(Bytes count) { return integer(count.count) + QStringLiteral(" B"); }
QString exactBits(Bits count) { return qt(counted(count.count, "bit")); }
QString exactEnergy(Picojoules energy) { return qt(nestloom::exactEnergy(energy)); }
QString exactNumber(double value, int decimals) { return qt(groupedNumber(value, decimals)); }

QString percent(double ratio, int decimals) { return qt(nestloom::percent(ratio, decimals)); }
QString percent(std::optional<double> ratio, int decimals) { return ratio ? percent(*ratio, decimals) : kNoValue; }
QString signedPercent(double ratio, int decimals) { return qt(nestloom::signedPercent(ratio, decimals)); }
QString percentChange(double value, double baseline)
{
    return baseline != 0 ? signedPercent(value / baseline - 1) : kNoValue;
}

} // namespace nestloom::ui::format
