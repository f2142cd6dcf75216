// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/model_badge.h"

#include "ui/style/theme.h"
#include "ui/style/words.h"

#include <QCoreApplication>

namespace nestloom::ui {

namespace {

} // namespace

ModelBadge::ModelBadge(QWidget* parent) : QLabel(parent)
{
    setProperty("badge", true);
    setFont(captionFont(font()));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void ModelBadge::show(records::CostModel model)
{
    setText(modelName(model));
    setToolTip(modelSentence(model));
    setAccessibleName(QCoreApplication::translate("ModelBadge", "Figures of the model %1").arg(text()));
}

ModelBadge* badgeOf(records::CostModel model)
{
    auto* badge = new ModelBadge;
    badge->setObjectName(QStringLiteral("modelBadge"));
    badge->show(model);
    return badge;
}

QString modelName(records::CostModel model) { return qt(records::name(model)); }

QString modelSentence(records::CostModel model)
{
    return QCoreApplication::translate("ModelBadge", "Figures of the model \"%1\". %2.")
        .arg(modelName(model), qt(records::describe(model)));
}

} // namespace nestloom::ui
