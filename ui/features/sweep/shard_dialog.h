// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/shards.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace nestloom::ui {

class MessageLine;

/// A sweep for more than this computer: cut into parts, given to a queue, and collected from a folder that all of them
/// see. What is there counts, whoever put it there; the dialog can be closed and opened again meanwhile.
class ShardDialog : public QDialog {
    Q_OBJECT
public:
    ShardDialog(Shards& shards, const explore::SweepInputs& inputs, QWidget* parent = nullptr);
    ~ShardDialog() override;

Q_SIGNALS:
    void collected(qint64 sweep); // its number in the store

private:
    void chooseFolder();
    void watch();
    void show(const ShardState& state);

    Shards& m_shards;
    const explore::SweepInputs m_inputs;
    ShardState m_state;
    QLineEdit* m_folder;
    QSpinBox* m_count;
    QLabel* m_done;
    QProgressBar* m_bar;
    MessageLine* m_said;
    QPlainTextEdit* m_lines;
    QPushButton *m_submit, *m_cancel, *m_print, *m_collect;
};

} // namespace nestloom::ui
