// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/plan_provenance.h"

#include "ui/features/memory/memory_words.h"
#include "ui/style/format.h"

#include <QCoreApplication>

namespace nestloom::ui {

Provenance planProvenance(const ShownPlan& plan)
{
    const auto say = [](const char* text) { return QCoreApplication::translate("PlanProvenance", text); };
    const schedule::cosma::PlanQuestion& question = plan.question();
    Provenance from;
    from.network = plan.networkName();
    const QString elements = plan.usesWords()
                                 ? say("elements of %1").arg(QString::fromStdString(mapping::describe(*plan.words())))
                                 : say("elements as the network states");
    from.engine = QStringLiteral("COSMA, %1, %2, %3, %4, %5")
                      .arg(orderText(question.order), say("scratchpad %1").arg(format::exactBytes(question.scratchpad)),
                           question.parameters ? say("with parameters") : say("activations only"),
                           question.fused ? say("fused operators") : say("unfused operators"), elements);
    from.version = QCoreApplication::applicationVersion();
    return from;
}

} // namespace nestloom::ui
