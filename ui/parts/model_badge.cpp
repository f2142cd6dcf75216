// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/model_badge.h"

#include "ui/style/theme.h"

#include <QCoreApplication>

namespace nestloom::ui {

namespace {

QString wordsOf(std::string_view view) { return QString::fromUtf8(view.data(), qsizetype(view.size())); }

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

QString modelName(records::CostModel model) { return wordsOf(records::name(model)); }

QString modelSentence(records::CostModel model)
{
    return QCoreApplication::translate("ModelBadge", "Figures of the model \"%1\". %2.")
        .arg(modelName(model), wordsOf(records::describe(model)));
}

} // namespace nestloom::ui
