// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/plan_provenance.h"

#include "ui/format.h"
#include "ui/memory/memory_words.h"

#include <QCoreApplication>

namespace nestloom::ui {

Provenance planProvenance(const ShownPlan& plan)
{
    const auto say = [](const char* text) { return QCoreApplication::translate("PlanProvenance", text); };
    const schedule::cosma::PlanQuestion& question = plan.question();
    Provenance from;
    from.network = plan.networkName();
    from.engine = QStringLiteral("COSMA, %1, %2, %3, %4")
                      .arg(orderText(question.order), say("scratchpad %1").arg(format::exactBytes(question.scratchpad)),
                           question.parameters ? say("with parameters") : say("activations only"),
                           question.fused ? say("fused operators") : say("unfused operators"));
    from.version = QCoreApplication::applicationVersion();
    return from;
}

} // namespace nestloom::ui
