// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/memory/shown_plan.h"
#include "ui/ports/session.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLineEdit;
class QSlider;
class QToolButton;

namespace nestloom::ui {

class ElidedLabel;

/// What is planned: the scratchpad's size as a field, a slider and chips of the sizes that matter, and the options.
class MemoryControls : public QWidget {
    Q_OBJECT
public:
    MemoryControls(ShownPlan& plan, const Session& session, QWidget* parent = nullptr);

    /// The buffer of the accelerator that the size comes from; empty = none.
    void setBuffer(const QString& name, Bytes size);
    ElidedLabel* status() const { return m_status; } // free room beside the options
    QLineEdit* field() const { return m_field; }
    QSlider* slider() const { return m_slider; }
    QToolButton* chip(std::size_t which) const { return m_chips[which]; } // M_R, M_H, M_P, buffer

Q_SIGNALS:
    void sizeChosen(nestloom::Bytes size);
    void chosen(const nestloom::ui::ShownPlan::Choices& choices); // by the user: the plan has them already
    void movingChanged(bool moving);                              // a slider is held

private:
    QWidget* makeSizeRow();
    void makeOptions(QHBoxLayout* row);
    void refresh();
    void refreshChips();
    void takeText();
    void takeChoices();
    void markField(bool isFine);
    Bytes sizeAt(int position) const;
    int positionOf(Bytes size) const;

    ShownPlan& m_plan;
    const Session& m_session;
    QString m_bufferName;
    Bytes m_bufferSize{};
    QLineEdit* m_field = nullptr;
    QSlider* m_slider = nullptr;
    std::array<QToolButton*, 4> m_chips{};
    std::array<Bytes, 4> m_chipSizes{};
    QCheckBox* m_parameters = nullptr;
    QCheckBox* m_fused = nullptr;
    QCheckBox* m_words = nullptr;
    QComboBox* m_order = nullptr;
    ElidedLabel* m_status = nullptr;
    bool m_setting = false;
};

} // namespace nestloom::ui
