// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/constraint_words.h"

#include "engine/mapping/constraints.h"

namespace nestloom::ui {

namespace {

using mapping::Dataflow;

QStringList dataflows()
{
    QStringList words;
    for (const Dataflow dataflow :
         {Dataflow::WeightStationary, Dataflow::OutputStationary, Dataflow::InputStationary, Dataflow::RowStationary})
        words << QString::fromStdString(std::string(mapping::name(dataflow)));
    return words;
}

QStringList tensors()
{
    QStringList words;
    for (const TensorRole role : kTensorRoles)
        words << QString::fromStdString(std::string(name(role)));
    return words;
}

QStringList levels(const hardware::Accelerator& accelerator)
{
    QStringList words;
    for (const hardware::BufferLevel& level : accelerator.levels)
        words << QString::fromStdString(level.name) + QStringLiteral(": ");
    return words << QStringLiteral("dataflow: ");
}

/// After "LEVEL:", by the words that stand there already.
QStringList rules(const QStringList& before)
{
    const QString last = before.isEmpty() ? QString() : before.last();
    if (before.isEmpty())
        return {QStringLiteral("spatial "), QStringLiteral("tile "),  QStringLiteral("only "),
                QStringLiteral("no "),      QStringLiteral("order "), QStringLiteral("stationary "),
                QStringLiteral("bypass "),  QStringLiteral("keep ")};
    if (before.first() == QLatin1String("stationary") || before.first() == QLatin1String("bypass")
        || before.first() == QLatin1String("keep"))
        return tensors();
    if (last == QLatin1String("no"))
        return {QStringLiteral("spatial"), QStringLiteral("temporal")};
    if (before.size() == 1 && last == QLatin1String("spatial"))
        return {QStringLiteral("only ")};
    if (last == QLatin1String("=") || last == QLatin1String("<=") || last == QLatin1String(">="))
        return {QStringLiteral("all")};
    return {};
}

} // namespace

ConstraintCompletion constraintCompletion(const hardware::Accelerator& accelerator, const QString& beforeCursor)
{
    ConstraintCompletion completion;
    QStringList all;
    const qsizetype colon = beforeCursor.indexOf(QLatin1Char(':'));
    if (beforeCursor.contains(QLatin1Char('#')))
        return completion;
    if (colon < 0) {
        completion.typed = beforeCursor;
        while (completion.typed.startsWith(QLatin1Char(' ')))
            completion.typed.remove(0, 1);
        all = levels(accelerator);
    } else if (beforeCursor.left(colon).trimmed() == QLatin1String("dataflow")) {
        completion.typed = beforeCursor.mid(colon + 1);
        while (completion.typed.startsWith(QLatin1Char(' ')))
            completion.typed.remove(0, 1);
        all = dataflows();
    } else {
        const QString body = beforeCursor.mid(colon + 1);
        QStringList words = body.split(QLatin1Char(' '), Qt::SkipEmptyParts);
        if (!body.endsWith(QLatin1Char(' ')) && !words.isEmpty())
            completion.typed = words.takeLast();
        all = rules(words);
    }
    for (const QString& word : all)
        if (word.startsWith(completion.typed, Qt::CaseInsensitive) && word.trimmed() != completion.typed)
            completion.words << word;
    return completion;
}

QString constraintProblemText(const hardware::Accelerator& accelerator, const std::string& line)
{
    if (mapping::isBlankConstraint(line))
        return {};
    const auto constraint = mapping::parseConstraint(line);
    return QString::fromStdString(constraint ? mapping::constraintProblem(accelerator, *constraint)
                                             : constraint.error().message);
}

QStringList constraintMeaning(const hardware::Accelerator& accelerator, const std::string& line)
{
    QStringList meaning;
    const auto constraint = mapping::parseConstraint(line);
    if (!constraint || !mapping::constraintProblem(accelerator, *constraint).empty())
        return meaning;
    for (const mapping::Constraint& meant : mapping::meaningOf(accelerator, *constraint))
        if (meant != *constraint)
            meaning << QString::fromStdString(mapping::print(meant));
    return meaning;
}

} // namespace nestloom::ui
