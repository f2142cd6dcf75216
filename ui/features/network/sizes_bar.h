// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

#include <QWidget>

#include <vector>

class QHBoxLayout;
class QLabel;
class QSpinBox;
class QToolButton;

namespace nestloom::ui {

class Workbench;

/// The sizes of the chosen network where that is built in: image, tokens, context, batch. A change chooses the network
/// of that size, which the library lists from then on, in place of the last change unless that was kept. Hidden for a
/// network without sizes.
class SizesBar : public QWidget {
    Q_OBJECT
public:
    explicit SizesBar(Workbench& workbench, QWidget* parent = nullptr);

private:
    void refresh();
    void addField(const NetworkSize& size);
    void choose();
    void take(const NetworkEntry& entry);
    void keep();

    struct Field {
        QString key;
        QLabel* title;
        QSpinBox* box;
    };

    Workbench& m_workbench;
    QHBoxLayout* m_row;
    QToolButton* m_keep;
    NetworkEntry m_entry; // that the fields show
    std::vector<Field> m_fields;
};

} // namespace nestloom::ui
