// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/problems/problem.h"

#include "engine/hardware/energy_table.h"
#include "ui/style/wording.h"
#include "ui/words/constraint_words.h"
#include "ui/words/layer_words.h"
#include "ui/words/run_words.h"
#include "ui/workbench/field_spec.h"
#include "ui/workbench/workbench.h"

#include <QFileInfo>
#include <QSysInfo>

namespace nestloom::ui {

namespace {

constexpr int kDetailedLayers = 5;

Problem yamlProblem(const AcceleratorDocument& document, const Error& error)
{
    const QString place = qt(error.where);
    Problem problem{Problem::Source::Accelerator, place, asSentence(qt(error.message))};
    problem.line = std::max(1, lineOf(place));
    if (problem.where.isEmpty())
        problem.where = QFileInfo(document.path()).fileName();
    return problem;
}

} // namespace

QString sourceName(Problem::Source source)
{
    switch (source) {
    case Problem::Source::Accelerator: return Words::tr("accelerator");
    case Problem::Source::Run: return Words::tr("run");
    case Problem::Source::File: return Words::tr("file");
    case Problem::Source::Message: return Words::tr("message");
    }
    return {};
}

std::vector<Problem> acceleratorProblems(Workbench& workbench)
{
    const AcceleratorDocument& document = workbench.document();
    std::vector<Problem> list;
    if (!document.hasText())
        return list;
    if (document.state().yamlError)
        list.push_back(yamlProblem(document, *document.state().yamlError));
    for (const Error& error : document.state().furtherErrors)
        list.push_back(yamlProblem(document, error));
    for (const FieldProblem& found : document.problems()) {
        if (found.key.isEmpty())
            continue; // of the text
        const QString field = fieldWords(document.value(), found.key, workbench.session());
        Problem problem{Problem::Source::Accelerator,
                        field.isEmpty() || field.startsWith(QLatin1Char(',')) ? found.key : field,
                        asSentence(found.message)};
        problem.field = found.key;
        if (found.key.startsWith(QLatin1String("constraints")))
            problem.where = Words::tr("constraints on mappings");
        list.push_back(problem);
    }
    const hardware::Accelerator& accelerator = document.value();
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
        if (const auto caution = hardware::energyCaution(accelerator, BufferLevelId{std::uint32_t(i)})) {
            Problem problem{Problem::Source::Accelerator, qt(accelerator.levels[i].name), asSentence(qt(*caution))};
            problem.field = QStringLiteral("levels[%1].access.energy").arg(i);
            list.push_back(problem);
        }
    return list;
}

std::vector<Problem> runProblems(Workbench& workbench)
{
    const ShownRun& run = workbench.run();
    std::vector<Problem> list;
    if (run.status() == RunStatus::Failed && !run.whyFailed().isEmpty())
        list.push_back({Problem::Source::Run, Words::tr("run %1").arg(run.run()), run.whyFailed()});
    for (const std::string& line :
         workbench.document().isEmpty() ? std::vector<std::string>() : workbench.options().constraints)
        if (const QString problem = constraintProblemText(workbench.document().value(), line); !problem.isEmpty())
            list.push_back({Problem::Source::Run, Words::tr("constraint of the run"), asSentence(problem)});
    for (const schedule::LayerResult& layer : run.layers()) {
        if (!needsAttention(layer))
            continue;
        const QString reason = qt(layer.reason);
        Problem problem{Problem::Source::Run, Words::tr("layer %1").arg(qt(layer.name)),
                        asSentence(reason.isEmpty() ? statusText(layer) : reason)};
        problem.layer = layer.index;
        list.push_back(problem);
    }
    return list;
}

QString diagnosticsText(Workbench& workbench, const std::vector<Problem>& problems)
{
    QStringList lines;
    lines << QStringLiteral("nestloom %1, Qt %2, %3 %4")
                 .arg(QStringLiteral(NESTLOOM_VERSION), QLatin1String(qVersion()), QSysInfo::prettyProductName(),
                      QSysInfo::currentCpuArchitecture())
          << workbench.session().buildInfo()
          << QStringLiteral("accelerator: %1").arg(qt(workbench.document().value().name))
          << QStringLiteral("network: %1").arg(qt(workbench.network().name)) << QString();
    for (const Problem& problem : problems)
        lines << QStringLiteral("%1: %2: %3").arg(sourceName(problem.source), problem.where, problem.text);
    if (workbench.document().hasText())
        lines << QString() << QStringLiteral("accelerator in the editor:") << workbench.document().state().yaml;
    int detailed = 0;
    const ShownRun& run = workbench.run();
    for (const Problem& problem : problems)
        if (problem.layer && *problem.layer < run.layers().size() && detailed++ < kDetailedLayers)
            lines << QString()
                  << diagnostics(run.accelerator(), run.network(), run.options(), run.layers()[*problem.layer],
                                 detailed == 1 ? workbench.session().writeAccelerator(run.accelerator()) : QString());
    if (const QString log = workbench.session().logTail(); !log.isEmpty())
        lines << QString() << QStringLiteral("end of the log:") << log;
    return lines.join(QLatin1Char('\n'));
}

} // namespace nestloom::ui
