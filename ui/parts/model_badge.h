// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/records/method.h"

#include <QLabel>

namespace nestloom::ui {

/// Says of which model the figures beside it are: its name in a frame, the sentence about it as the tool tip.
class ModelBadge : public QLabel {
    Q_OBJECT
public:
    explicit ModelBadge(QWidget* parent = nullptr);
    void show(records::CostModel model);
};

/// One for a view whose figures are always of this model.
ModelBadge* badgeOf(records::CostModel model);

/// "own"
QString modelName(records::CostModel model);
/// "own: analytical, ...": for tool tips.
QString modelSentence(records::CostModel model);

} // namespace nestloom::ui
