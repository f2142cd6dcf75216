// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/field_kinds.h"

#include "engine/base/ranges.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

constexpr int kOctaves = 4; // each way
constexpr double kUsualBytesPerCycle = 64;

/// Rounded values of a tenth of a decade each (ISO 3, series R10).
constexpr std::array kTenths{1.0, 1.25, 1.6, 2.0, 2.5, 3.2, 4.0, 5.0, 6.3, 8.0};

void add(std::vector<double>& stops, double value)
{
    stops.push_back(value);
    std::ranges::sort(stops);
    stops.erase(std::unique(stops.begin(), stops.end()), stops.end());
}

/// Powers of two between the ends, each octave split into `split` equal parts.
std::vector<double> octaves(double from, double to, int split)
{
    std::vector<double> stops;
    for (int octave = int(std::floor(std::log2(from))); std::ldexp(1.0, octave) <= to; ++octave)
        for (int part = 0; part < split; ++part)
            if (const double value = std::ldexp(1.0 + double(part) / split, octave); value >= from && value <= to)
                stops.push_back(value);
    return stops;
}

std::vector<double> decades(double from, double to)
{
    std::vector<double> stops;
    for (int decade = int(std::floor(std::log10(from))); std::pow(10.0, decade) <= to; ++decade)
        for (const double tenth : kTenths)
            if (const double value = tenth * std::pow(10.0, decade);
                value >= from * (1 - 1e-9) && value <= to * (1 + 1e-9))
                stops.push_back(value);
    return stops;
}

double usual(QuantityKind kind)
{
    switch (kind) {
    case QuantityKind::Bytes: return 64 * 1024;
    case QuantityKind::Bits: return 8;
    case QuantityKind::Energy: return 1;
    case QuantityKind::Area: return 1000; // um2
    case QuantityKind::Frequency: return 1e9;
    case QuantityKind::Power: return 1e-3;
    }
    return 1;
}

} // namespace

std::vector<double> quantityStops(QuantityKind kind, std::optional<double> present)
{
    const double centre = present && *present > 0 ? *present : usual(kind);
    const double factor = std::ldexp(1.0, kOctaves);
    std::vector<double> stops;
    switch (kind) {
    case QuantityKind::Bytes:
    case QuantityKind::Bits:
        stops = octaves(std::max(1.0, centre / factor), centre * factor, kind == QuantityKind::Bits ? 1 : 4);
        std::erase_if(stops, [](double value) { return value != std::floor(value); });
        break;
    case QuantityKind::Energy:
    case QuantityKind::Area:
    case QuantityKind::Power:
    case QuantityKind::Frequency: stops = decades(centre / 10, centre * 10); break;
    }
    if (kind == QuantityKind::Energy || kind == QuantityKind::Power)
        add(stops, 0);
    if (present)
        add(stops, *present);
    return stops;
}

std::vector<Bandwidth> bandwidthStops(std::optional<Bandwidth> present)
{
    const bool perSecond = present && present->perSecond;
    const double one = perSecond ? 1e9 : 1; // stops are round in GB/s or in B/cycle
    const double centre = present && present->count > 0 ? present->count / one : kUsualBytesPerCycle;
    const double factor = std::ldexp(1.0, kOctaves);
    std::vector<double> stops = octaves(centre / factor, centre * factor, 4);
    for (double& stop : stops)
        stop *= one;
    if (present)
        add(stops, present->count);
    return collect(
        stops, [&](const double stop) { return perSecond ? Bandwidth(BytesPerSecond{stop}) : BytesPerCycle{stop}; });
}

std::vector<std::int64_t> countStops(std::int64_t present)
{
    std::vector<std::int64_t> stops;
    const std::int64_t most = std::max<std::int64_t>(64, std::min<std::int64_t>(present, 1 << 20) * 16);
    for (std::int64_t value = 1; value <= most; value *= 2)
        stops.push_back(value);
    const auto at = std::lower_bound(stops.begin(), stops.end(), present);
    if (at == stops.end() || *at != present)
        stops.insert(at, present);
    return stops;
}

std::vector<hardware::Fanout> gridStops(const hardware::Fanout& present)
{
    std::vector<hardware::Fanout> stops{present};
    const bool line = (present.columns == 1) != (present.rows == 1);
    for (int step = 0; step < kOctaves; ++step) {
        hardware::Fanout smaller = stops.front();
        std::int64_t& side = smaller.columns > smaller.rows ? smaller.columns : smaller.rows;
        if (side == 1)
            break;
        side /= 2;
        stops.insert(stops.begin(), smaller);
    }
    for (int step = 0; step < kOctaves; ++step) {
        hardware::Fanout larger = stops.back();
        const bool columns = line ? present.columns > 1 : larger.columns <= larger.rows;
        (columns ? larger.columns : larger.rows) *= 2;
        stops.push_back(larger);
    }
    return stops;
}

namespace {

Error refused(const QString& message) { return {ErrorCode::InvalidInput, message.toStdString(), {}}; }

const QRegularExpression& numberPattern()
{
    static const QRegularExpression number(QStringLiteral("^\\s*([-+]?[0-9]+(?:\\.[0-9]*)?(?:[eE][-+]?[0-9]+)?)"));
    return number;
}

/// The number a text begins with, if any.
std::optional<double> leadingNumber(const QString& text)
{
    const auto match = numberPattern().match(text);
    if (!match.hasMatch())
        return std::nullopt;
    return match.captured(1).toDouble();
}

/// "KiB" of "64 KiB".
QString unitOf(const QString& text)
{
    const qsizetype space = text.indexOf(QLatin1Char(' '));
    return space < 0 ? QString() : text.mid(space + 1);
}

/// The field is left empty, or has the word that an empty one shows: "unlimited".
bool meansNothing(const QString& typed, const QString& placeholder)
{
    const QString text = typed.trimmed();
    return text.isEmpty() || text.compare(placeholder, Qt::CaseInsensitive) == 0;
}

bool isWholeQuantity(QuantityKind kind) { return kind == QuantityKind::Bytes || kind == QuantityKind::Bits; }

/// "48 KiB" for "48 kib".
QString inUsualLetters(const QString& typed)
{
    const QString unit = QString(typed).remove(numberPattern()).trimmed();
    for (const char* known : {"B", "KiB", "MiB", "GiB", "TiB", "bit", "fJ", "pJ", "nJ", "Hz", "kHz", "MHz", "GHz"})
        if (unit.compare(QLatin1String(known), Qt::CaseInsensitive) == 0)
            return QString(typed).replace(unit, QLatin1String(known));
    return typed;
}

/// The typed number with the unit that the field has now, raised to the least legal value; else what the field has now.
QString nearestQuantity(const Session& session, QuantityKind kind, double least, const QString& now,
                        const QString& typed)
{
    const std::optional<double> number = leadingNumber(typed);
    if (!number)
        return now;
    const QString unit = now.isEmpty() ? QString() : unitOf(now);
    for (const QString& candidate :
         {inUsualLetters(typed.trimmed()), QString::number(*number, 'g', 12) + QLatin1Char(' ') + unit,
          QString::number(std::abs(*number), 'g', 12) + QLatin1Char(' ') + unit}) {
        if (const auto value = session.parseQuantity(kind, candidate))
            return session.quantityText(kind, std::max(*value, least));
    }
    return *number > 0 && !now.isEmpty()
               ? now
               : session.quantityText(kind, std::max({*number, least, isWholeQuantity(kind) ? 1.0 : 0.0}));
}

} // namespace

FieldSpec quantityField(const FieldLabel& label, const Session& session, QuantityKind kind, double least,
                        NumberAccess access, const QString& placeholder)
{
    FieldSpec spec{label.key, label.label, label.hint, placeholder, {}, {}, {}};
    spec.text = [&session, kind, access](const hardware::Accelerator& accelerator) {
        const std::optional<double> value = access.get(accelerator);
        return value ? session.quantityText(kind, *value) : QString();
    };
    const bool optional = !placeholder.isEmpty();
    spec.apply = [&session, kind, access, placeholder](const hardware::Accelerator& accelerator,
                                                       const QString& text) -> Result<hardware::Accelerator> {
        hardware::Accelerator changed = accelerator;
        if (!placeholder.isEmpty() && meansNothing(text, placeholder)) {
            access.set(changed, std::nullopt);
            return changed;
        }
        TRY(const auto value, session.parseQuantity(kind, text));
        access.set(changed, value);
        return changed;
    };
    spec.nearest = [&session, kind, least, now = spec.text](const hardware::Accelerator& accelerator,
                                                            const QString& typed) {
        return nearestQuantity(session, kind, least, now(accelerator), typed);
    };
    spec.stops = [&session, kind, access, optional](const hardware::Accelerator& accelerator) {
        QStringList texts;
        const std::optional<double> now = access.get(accelerator);
        for (const double value : quantityStops(kind, now))
            texts << session.quantityText(kind, value);
        if (optional && kind == QuantityKind::Energy)
            texts.prepend(QString()); // "by formula"
        else if (optional)
            texts.append(QString()); // "unlimited"
        texts.removeDuplicates();
        return texts;
    };
    return spec;
}

FieldSpec bandwidthField(const FieldLabel& label, const Session& session,
                         std::function<std::optional<Bandwidth>&(hardware::Accelerator&)> bandwidth,
                         const QString& placeholder)
{
    FieldSpec spec{label.key, label.label, label.hint, placeholder, {}, {}, {}};
    spec.text = [&session, bandwidth](hardware::Accelerator accelerator) {
        const auto& stated = bandwidth(accelerator);
        return stated ? session.bandwidthText(*stated) : QString();
    };
    spec.apply = [&session, bandwidth, placeholder](const hardware::Accelerator& accelerator,
                                                    const QString& text) -> Result<hardware::Accelerator> {
        hardware::Accelerator changed = accelerator;
        if (meansNothing(text, placeholder)) {
            bandwidth(changed).reset();
            return changed;
        }
        TRY(const auto value, session.parseBandwidth(text));
        bandwidth(changed) = value;
        return changed;
    };
    spec.nearest = [&session, now = spec.text](const hardware::Accelerator& accelerator, const QString& typed) {
        if (auto value = session.parseBandwidth(typed); value && value->count != 0) {
            value->count = std::abs(value->count);
            return session.bandwidthText(*value);
        }
        const QString present = now(accelerator),
                      unit = present.isEmpty() ? QStringLiteral("B/cycle") : unitOf(present);
        const std::optional<double> number = leadingNumber(typed);
        const double least = number && *number != 0 ? std::abs(*number) : 1;
        const QString typedUnit = QString(typed).remove(numberPattern()).trimmed();
        for (const QString& candidate : {typedUnit, unit})
            if (const QString text = QString::number(least, 'g', 12) + QLatin1Char(' ') + candidate;
                number && session.parseBandwidth(text))
                return text;
        return present;
    };
    spec.stops = [&session, bandwidth](hardware::Accelerator accelerator) {
        QStringList texts;
        for (const Bandwidth stop : bandwidthStops(bandwidth(accelerator)))
            texts << session.bandwidthText(stop);
        texts << QString(); // "unlimited"
        texts.removeDuplicates();
        return texts;
    };
    return spec;
}

FieldSpec countField(const FieldLabel& label, std::int64_t least,
                     std::function<std::int64_t&(hardware::Accelerator&)> number)
{
    FieldSpec spec{label.key, label.label, label.hint, {}, {}, {}, {}};
    spec.text = [number](hardware::Accelerator accelerator) { return QString::number(number(accelerator)); };
    spec.apply = [number](const hardware::Accelerator& accelerator,
                          const QString& text) -> Result<hardware::Accelerator> {
        bool whole = false;
        const qlonglong value = text.trimmed().toLongLong(&whole);
        if (!whole)
            return refused(FieldSpecWords::tr("'%1' is not a whole number.").arg(text.trimmed()));
        hardware::Accelerator changed = accelerator;
        number(changed) = value;
        return changed;
    };
    spec.nearest = [least, now = spec.text](const hardware::Accelerator& accelerator, const QString& typed) {
        const std::optional<double> value = leadingNumber(typed);
        return value ? QString::number(std::max<qlonglong>(least, std::llround(std::min(*value, 1e9))))
                     : now(accelerator);
    };
    spec.stops = [number](hardware::Accelerator accelerator) {
        QStringList texts;
        for (const std::int64_t value : countStops(number(accelerator)))
            texts << QString::number(value);
        return texts;
    };
    return spec;
}

FieldSpec gridField(const FieldLabel& label, std::function<hardware::Fanout&(hardware::Accelerator&)> fanout)
{
    FieldSpec spec{label.key, label.label, label.hint, {}, {}, {}, {}};
    spec.text = [fanout](hardware::Accelerator accelerator) {
        const hardware::Fanout& grid = fanout(accelerator);
        return QStringLiteral("%1 x %2").arg(grid.columns).arg(grid.rows);
    };
    spec.apply = [fanout](const hardware::Accelerator& accelerator,
                          const QString& text) -> Result<hardware::Accelerator> {
        static const QRegularExpression grid(
            QStringLiteral("^\\s*(-?\\d{1,9})\\s*(?:[xX\u00d7]\\s*(-?\\d{1,9})\\s*)?$"));
        const auto match = grid.match(text);
        if (!match.hasMatch())
            return refused(
                FieldSpecWords::tr("'%1' is no fan-out: write columns x rows, for example 4 x 4.").arg(text.trimmed()));
        hardware::Accelerator changed = accelerator;
        fanout(changed) = {match.captured(1).toLongLong(),
                           match.captured(2).isEmpty() ? 1 : match.captured(2).toLongLong()};
        return changed;
    };
    spec.nearest = [now = spec.text](const hardware::Accelerator& accelerator, const QString& typed) {
        static const QRegularExpression numbers(QStringLiteral("\\d+"));
        QStringList parts;
        for (auto it = numbers.globalMatch(typed); it.hasNext() && parts.size() < 2;)
            parts << QString::number(std::max(1, it.next().captured().left(6).toInt()));
        if (parts.isEmpty())
            return now(accelerator);
        return parts.size() == 2 ? parts.join(QStringLiteral(" x ")) : parts.front() + QStringLiteral(" x 1");
    };
    spec.stops = [fanout](hardware::Accelerator accelerator) {
        QStringList texts;
        for (const hardware::Fanout& grid : gridStops(fanout(accelerator)))
            texts << QStringLiteral("%1 x %2").arg(grid.columns).arg(grid.rows);
        return texts;
    };
    return spec;
}

FieldSpec textField(const FieldLabel& label, std::function<QString(const hardware::Accelerator&)> get,
                    std::function<void(hardware::Accelerator&, const QString&)> set,
                    std::function<QString(const hardware::Accelerator&, const QString&)> refuse)
{
    FieldSpec spec{};
    spec.key = label.key;
    spec.label = label.label;
    spec.hint = label.hint;
    spec.text = get;
    spec.apply = [set, refuse](const hardware::Accelerator& accelerator,
                               const QString& text) -> Result<hardware::Accelerator> {
        if (const QString reason = refuse ? refuse(accelerator, text.trimmed()) : QString(); !reason.isEmpty())
            return refused(reason);
        hardware::Accelerator changed = accelerator;
        set(changed, text.trimmed());
        return changed;
    };
    spec.nearest = [get](const hardware::Accelerator& accelerator, const QString&) { return get(accelerator); };
    return spec;
}

FieldSpec choiceField(const FieldLabel& label, const QStringList& choices,
                      std::function<int(const hardware::Accelerator&)> get,
                      std::function<void(hardware::Accelerator&, int)> set)
{
    FieldSpec spec{label.key, label.label, label.hint, {}, {}, {}, {}};
    spec.choices = [choices](const hardware::Accelerator&) { return choices; };
    spec.text = [choices, get](const hardware::Accelerator& a) { return choices.value(get(a)); };
    spec.nearest = [text = spec.text](const hardware::Accelerator& a, const QString&) { return text(a); };
    spec.apply = [choices, set](const hardware::Accelerator& a, const QString& text) -> Result<hardware::Accelerator> {
        const auto index = choices.indexOf(text);
        if (index < 0)
            return Error{ErrorCode::InvalidInput,
                         "one of " + choices.join(QStringLiteral("; ")).toStdString() + " belongs here", ""};
        hardware::Accelerator changed = a;
        set(changed, int(index));
        return changed;
    };
    return spec;
}

} // namespace nestloom::ui
