// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/runs/run_filter.h"

#include "engine/base/text.h"
#include "ui/parts/run_list_model.h"
#include "ui/style/words.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <array>

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

namespace {

constexpr RunStatus kStatuses[] = {RunStatus::Running, RunStatus::Finished, RunStatus::Cancelled,
                                   RunStatus::Interrupted, RunStatus::Failed};

/// A term, or why it is none.
struct Term {
    RunFilter::Test test;
    QString problem;
};

/// The texts of a run that a name key looks at.
QStringList textsOf(const RunSummary& run, const QString& key)
{
    if (key == u"net")
        return {qt(run.networkName)};
    if (key == u"acc")
        return {qt(run.acceleratorName), qt(run.acceleratorName).remove(u'*')}; // edited ones as well
    if (key == u"engine")
        return {qt(run.engine)};
    if (key == u"model")
        return {qt(records::name(run.model()))};
    if (key == u"kind")
        return {qt(records::name(run.kind))};
    if (key == u"objective")
        return {qt(run.objective)};
    if (key == u"status")
        return {statusText(run.status), statusText(run)};
    if (key == u"note")
        return {qt(run.marks.note)};
    if (key == u"version")
        return {qt(run.engineVersion)};
    QStringList tags;
    for (const std::string& tag : run.marks.tags)
        tags << qt(tag);
    return tags;
}

QRegularExpression wholeText(const QString& pattern)
{
    QString expression = QRegularExpression::escape(pattern);
    expression.replace(QStringLiteral("\\*"), QStringLiteral(".*"));
    return QRegularExpression(QRegularExpression::anchoredPattern(expression),
                              QRegularExpression::CaseInsensitiveOption);
}

Term nameTerm(const QString& key, const QString& value)
{
    std::vector<QRegularExpression> patterns;
    for (const QString& part : value.split(u',', Qt::SkipEmptyParts)) {
        const bool isStatus = std::any_of(std::begin(kStatuses), std::end(kStatuses), [&part](RunStatus status) {
            return wholeText(part).match(statusText(status)).hasMatch();
        });
        if (key == u"status" && !isStatus && !wholeText(part).match(refusedText()).hasMatch())
            return {
                {},
                Words::tr("There is no status %1; use running, finished, cancelled, interrupted, failed or refused.")
                    .arg(part)};
        patterns.push_back(wholeText(part));
    }
    if (patterns.empty())
        return {{}, Words::tr("%1: needs a name after it; * stands for anything.").arg(key)};
    return {[key, patterns](const RunSummary& run) {
                for (const QString& text : textsOf(run, key))
                    for (const QRegularExpression& pattern : patterns)
                        if (pattern.match(text).hasMatch())
                            return true;
                return false;
            },
            {}};
}

Term numberTerm(const QString& key, const QString& value)
{
    bool isNumber = false;
    const quint64 number = value.toULongLong(&isNumber);
    if (!isNumber)
        return {{}, Words::tr("%1: needs a whole number, not '%2'.").arg(key, value)};
    if (key == u"run")
        return {[number](const RunSummary& run) { return quint64(run.id) == number; }, {}};
    return {[number](const RunSummary& run) { return run.seed == number; }, {}};
}

Term dayTerm(const QString& key, const QString& value, const QDate& today)
{
    static const QRegularExpression daysAgo(QStringLiteral("^(\\d{1,5})d$"));
    QDate day = QDate::fromString(value, Qt::ISODate);
    if (value == u"today")
        day = today;
    if (const auto match = daysAgo.match(value); match.hasMatch())
        day = today.addDays(-match.captured(1).toInt());
    if (!day.isValid())
        return {{},
                Words::tr("'%1' is no day; write it as %2, or 7d for the last seven days.")
                    .arg(value, today.toString(Qt::ISODate))};
    const records::TimePoint begin{std::chrono::milliseconds(day.startOfDay().toMSecsSinceEpoch())};
    if (key == u"after") // the day itself counts
        return {[begin](const RunSummary& run) { return run.startedAt >= begin; }, {}};
    return {[begin](const RunSummary& run) { return run.startedAt < begin; }, {}};
}

std::optional<double> figureOf(const RunSummary& run, const QString& key)
{
    if (!run.totals || (!run.isWhole() && (key == u"cycles" || key == u"energy" || key == u"edp")))
        return {}; // sums of a part are compared with nothing
    if (key == u"cycles")
        return double(run.totals->cycles.count);
    if (key == u"energy")
        return run.totals->energy.count * 1e-12;
    if (key == u"edp")
        return run.edp();
    return key == u"gap" ? run.totals->gap : run.nodes ? std::nullopt : std::optional(run.totals->utilization);
}

Term figureTerm(const QString& key, const QString& sign, const QString& value)
{
    const auto limit = filterQuantity(key, value);
    if (!limit)
        return {{}, qt(limit.error().message)};
    return {[key, sign, limit = *limit](const RunSummary& run) {
                const auto figure = figureOf(run, key);
                if (!figure)
                    return false;
                if (sign == u"<")
                    return *figure < limit;
                if (sign == u"<=")
                    return *figure <= limit;
                if (sign == u">")
                    return *figure > limit;
                return sign == u">=" ? *figure >= limit : *figure == limit;
            },
            {}};
}

/// Some text of the run has this in it; in a word that is not quoted * stands for anything.
Term freeTerm(const QString& word, bool isLiteral)
{
    QString expression = QRegularExpression::escape(word);
    if (!isLiteral)
        expression.replace(QStringLiteral("\\*"), QStringLiteral(".*"));
    const QRegularExpression within(expression, QRegularExpression::CaseInsensitiveOption);
    return {[word, within](const RunSummary& run) {
                const auto contains = [&within](const std::string& text) { return within.match(qt(text)).hasMatch(); };
                return contains(run.acceleratorName) || contains(run.networkName) || contains(run.engine)
                       || contains(run.objective) || contains(run.marks.note)
                       || within.match(statusText(run)).hasMatch() || QString::number(run.id) == word
                       || std::ranges::any_of(run.marks.tags, contains);
            },
            {}};
}

QString unknownKey(const QString& key, const QStringList& known)
{
    const auto distance = [&key](const QString& k) { return editDistance(k.toStdString(), key.toStdString()); };
    const auto nearest =
        std::ranges::min_element(known, [&](const QString& a, const QString& b) { return distance(a) < distance(b); });
    const bool isNear = distance(*nearest) <= 2;
    return isNear ? Words::tr("There is no key %1; did you mean %2?").arg(key, *nearest)
                  : Words::tr("There is no key %1; put the words in quotes to look for them.").arg(key);
}

Term termOf(const FilterWord& word, const QDate& today)
{
    static const QRegularExpression figure(QStringLiteral("^([A-Za-z]+)(<=|>=|<|>|=)(.*)$"));
    static const QRegularExpression name(QStringLiteral("^([A-Za-z]+):(.*)$"));
    if (word.isQuoted)
        return freeTerm(word.text, true);
    if (word.text.compare(u"star", Qt::CaseInsensitive) == 0)
        return {[](const RunSummary& run) { return run.marks.starred; }, {}};
    if (const auto match = name.match(word.text); match.hasMatch()) {
        const QString key = match.captured(1).toLower(), value = match.captured(2);
        if (key == u"run" || key == u"seed")
            return numberTerm(key, value);
        if (key == u"after" || key == u"before")
            return dayTerm(key, value, today);
        if (filterFigures().contains(key))
            return {{}, Words::tr("Write %1<... or %1>..., not %1:").arg(key)};
        return filterNames().contains(key) ? nameTerm(key, value) : Term{{}, unknownKey(key, filterNames())};
    }
    if (const auto match = figure.match(word.text); match.hasMatch()) {
        const QString key = match.captured(1).toLower();
        if (filterNames().contains(key))
            return {{}, Words::tr("Write %1:..., not %1%2").arg(key, match.captured(2))};
        return filterFigures().contains(key) ? figureTerm(key, match.captured(2), match.captured(3))
                                             : Term{{}, unknownKey(key, filterFigures())};
    }
    return freeTerm(word.text, false);
}

/// "net:alexnet", "net:resnet50": each once.
QStringList namesThatAreThere(const QString& key, const std::vector<RunSummary>& runs)
{
    QSet<QString> names;
    for (const RunSummary& run : runs)
        for (const QString& text : textsOf(run, key))
            if (!text.contains(u' '))
                names.insert(key + u':' + text);
    return names.values();
}

} // namespace

bool RunFilter::accepts(const RunSummary& run) const
{
    return std::ranges::all_of(m_tests, [&run](const Test& test) { return test(run); });
}

const QStringList& filterNames()
{
    static const QStringList names{QStringLiteral("net"),     QStringLiteral("acc"),   QStringLiteral("engine"),
                                   QStringLiteral("model"),   QStringLiteral("kind"),  QStringLiteral("objective"),
                                   QStringLiteral("status"),  QStringLiteral("tag"),   QStringLiteral("note"),
                                   QStringLiteral("version"), QStringLiteral("run"),   QStringLiteral("seed"),
                                   QStringLiteral("after"),   QStringLiteral("before")};
    return names;
}

const QStringList& filterFigures()
{
    static const QStringList figures{QStringLiteral("cycles"), QStringLiteral("energy"), QStringLiteral("edp"),
                                     QStringLiteral("util"), QStringLiteral("gap")};
    return figures;
}

namespace {

bool isFigure(QStringView name)
{
    constexpr std::array<QStringView, 5> kFigures{u"cycles", u"energy", u"edp", u"util", u"gap"};
    return std::ranges::any_of(kFigures,
                               [name](QStringView figure) { return name.compare(figure, Qt::CaseInsensitive) == 0; });
}

/// "cycles < 5M", and with one of the blanks, is one word.
bool goesOn(const FilterWord& before, const FilterWord& word)
{
    static const QRegularExpression comparison(QStringLiteral("^([a-zA-Z]+)[<>=]+$"));
    const auto match = comparison.match(before.text);
    const bool isOpen = match.hasMatch() && isFigure(match.capturedView(1));
    const bool compares = isFigure(before.text) && QStringLiteral("<>=").contains(word.text.left(1));
    return !before.isQuoted && !word.isQuoted && !word.isNegated && !word.text.isEmpty() && (isOpen || compares);
}

} // namespace

std::vector<FilterWord> splitFilter(const QString& text)
{
    std::vector<FilterWord> words;
    for (int at = 0; at < text.size();) {
        if (text[at].isSpace()) {
            ++at;
            continue;
        }
        FilterWord word;
        word.position = at;
        if (text[at] == u'-' && at + 1 < text.size() && !text[at + 1].isSpace()) {
            word.isNegated = true;
            ++at;
        }
        word.isQuoted = text[at] == u'"';
        bool inQuotes = false;
        for (; at < text.size() && (inQuotes || !text[at].isSpace()); ++at) {
            if (text[at] == u'"')
                inQuotes = !inQuotes;
            else
                word.text += text[at];
        }
        word.isClosed = !inQuotes;
        word.length = at - word.position;
        if (words.empty() || !goesOn(words.back(), word)) {
            words.push_back(word);
            continue;
        }
        words.back().text += word.text;
        words.back().length = at - words.back().position;
    }
    return words;
}

ParsedFilter parseRunFilter(const QString& text, const QDate& today)
{
    ParsedFilter parsed;
    for (const FilterWord& word : splitFilter(text)) {
        Term term = word.isClosed ? termOf(word, today) : Term{{}, Words::tr("The closing quote is missing.")};
        if (!term.problem.isEmpty()) {
            parsed.problem = {word.position, word.length, term.problem};
            return parsed;
        }
        if (word.isNegated)
            parsed.filter.add([test = std::move(term.test)](const RunSummary& run) { return !test(run); });
        else
            parsed.filter.add(std::move(term.test));
    }
    return parsed;
}

QStringList filterCompletions(const QString& word, const std::vector<RunSummary>& runs)
{
    const int colon = int(word.indexOf(u':'));
    QStringList found;
    if (colon < 0) {
        for (const QString& name : filterNames())
            found << name + u':';
        for (const QString& figure : filterFigures())
            found << figure + u'<';
        found << QStringLiteral("star");
    } else {
        const QString key = word.left(colon).toLower();
        if (key == u"run" || key == u"seed" || key == u"note" || !filterNames().contains(key))
            return {};
        if (key == u"after" || key == u"before")
            for (const char* day : {":today", ":7d", ":30d"})
                found << key + QLatin1String(day);
        else if (key == u"status") {
            for (const RunStatus status : kStatuses)
                found << key + u':' + statusText(status);
            found << key + u':' + refusedText();
        } else
            found = namesThatAreThere(key, runs);
    }
    found.removeIf([&word](const QString& text) {
        return !text.startsWith(word, Qt::CaseInsensitive) || text.size() == word.size();
    });
    if (colon >= 0)
        found.sort(Qt::CaseInsensitive);
    return found;
}

} // namespace nestloom::ui
