// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chart_dialog.h"

#include "ui/widgets/ask_file.h"
#include "ui/widgets/export_context.h"
#include "ui/widgets/make_widgets.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>

namespace nestloom::ui {

namespace {

constexpr int kScales[] = {1, 2, 4};
const QString kFormatKey = QStringLiteral("export/format");
const QString kScaleKey = QStringLiteral("export/scale");
const QString kDataKey = QStringLiteral("export/data");

/// A name that every file system takes.
QString fileName(const QString& chartName)
{
    QString name = chartName;
    return name.replace(QRegularExpression(QStringLiteral("[^A-Za-z0-9._-]+")), QStringLiteral("-"));
}

} // namespace

ChartDialog::ChartDialog(ExportableChart& chart, const Provenance& provenance, QWidget* parent)
    : QDialog(parent), m_chart(chart), m_provenance(provenance), m_format(new QComboBox(this)),
      m_scale(new QComboBox(this)), m_data(new QCheckBox(tr("Write the values beside it, as CSV"), this)),
      m_path(new QLineEdit(this)), m_hint(new QLabel(this)), m_problem(new QLabel(this))
{
    setWindowTitle(tr("Export chart"));
    setObjectName(QStringLiteral("chartDialog"));
    m_format->addItems({tr("SVG (vector, for the web)"), tr("PNG (pixels)"), tr("PDF (vector, for documents)")});
    m_format->setObjectName(QStringLiteral("format"));
    for (const int scale : kScales)
        m_scale->addItem(tr("%1x: %2 x %3 pixels")
                             .arg(scale)
                             .arg(scale * chart.chartSize().width())
                             .arg(scale * chart.chartSize().height()),
                         scale);
    m_path->setMinimumWidth(380);
    m_path->setObjectName(QStringLiteral("path"));
    m_hint->setProperty("muted", true);
    m_hint->setWordWrap(true);
    m_hint->setText(m_provenance.lines().join(QStringLiteral("\n")));
    m_problem->setProperty("warning", true);
    m_problem->setWordWrap(true);
    m_problem->hide();
    auto* browse = new QPushButton(tr("Choose..."), this);
    auto* file = rowOf({{m_path, 1}, browse});
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(tr("Export"), QDialogButtonBox::AcceptRole);
    auto* form = new QFormLayout(this);
    form->addRow(tr("Chart"), new QLabel(chart.chartName(), this));
    form->addRow(tr("Format"), m_format);
    form->addRow(tr("Size"), m_scale);
    form->addRow(tr("File"), file);
    form->addRow(QString(), m_data);
    form->addRow(tr("Stored in it"), m_hint);
    form->addRow(m_problem);
    form->addRow(buttons);

    const QSettings settings;
    m_format->setCurrentIndex(std::clamp(settings.value(kFormatKey, 0).toInt(), 0, m_format->count() - 1));
    m_scale->setCurrentIndex(std::max(0, m_scale->findData(settings.value(kScaleKey, 2))));
    m_data->setChecked(settings.value(kDataKey, true).toBool());
    m_path->setText(QDir(lastFolder()).filePath(fileName(chart.chartName())));
    followFormat();
    connect(m_format, &QComboBox::currentIndexChanged, this, &ChartDialog::followFormat);
    connect(browse, &QPushButton::clicked, this, &ChartDialog::browse);
    connect(buttons, &QDialogButtonBox::accepted, this, &ChartDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &ChartDialog::reject);
}

QString ChartDialog::path() const { return m_path->text(); }
void ChartDialog::setPath(const QString& path) { m_path->setText(path); }
QString ChartDialog::problem() const { return m_problem->isVisibleTo(this) ? m_problem->text() : QString(); }

ChartExport ChartDialog::options() const
{
    return {static_cast<ChartFormat>(m_format->currentIndex()), m_scale->currentData().toInt(), m_data->isChecked()};
}

/// The suffix of the file is that of the format; the size matters for pixels only.
void ChartDialog::followFormat()
{
    static const QRegularExpression known(QStringLiteral("\\.(svg|png|pdf)$"),
                                          QRegularExpression::CaseInsensitiveOption);
    QString path = m_path->text();
    m_path->setText(path.remove(known) + QLatin1Char('.') + suffix(options().format));
    m_scale->setEnabled(options().format == ChartFormat::Png);
}

void ChartDialog::browse()
{
    const QString ending = suffix(options().format);
    askToSave(this, tr("Export chart"), path(), QStringLiteral("%1 (*.%2)").arg(ending.toUpper(), ending),
              [this](const QString& path) { setPath(path); });
}

void ChartDialog::accept()
{
    followFormat(); // a name may have been typed without its suffix
    const Status done = exportChart(m_chart, path(), options(), m_provenance);
    m_problem->setVisible(!done);
    if (!done) {
        m_problem->setText(QString::fromStdString(done.error().message));
        return;
    }
    remember();
    Q_EMIT written(options().withData
                       ? tr("%1, with its data in %2").arg(path(), QFileInfo(dataPath(path())).fileName())
                       : path());
    QDialog::accept();
}

void ChartDialog::remember() const
{
    QSettings settings;
    settings.setValue(kFormatKey, m_format->currentIndex());
    settings.setValue(kScaleKey, options().scale);
    settings.setValue(kDataKey, options().withData);
    rememberFolderOf(path());
}

namespace {

constexpr int kCopyScale = 2; // sharp in a document

bool isExportableChart(QWidget* widget)
{
    const auto* chart = dynamic_cast<ExportableChart*>(widget);
    return chart != nullptr && widget->isVisible() && !chart->chartName().isEmpty();
}

} // namespace

void enableChartExport(QWidget& widget)
{
    auto* copy = new QAction(ChartDialog::tr("Copy chart as picture"), &widget);
    QObject::connect(copy, &QAction::triggered, &widget, [&widget] {
        if (auto* chart = dynamic_cast<ExportableChart*>(&widget); chart && !chart->chartName().isEmpty())
            QApplication::clipboard()->setImage(chartImage(*chart, kCopyScale));
    });
    if (widget.actions().isEmpty()) { // otherwise Ctrl+C means what the view itself copies
        copy->setShortcut(QKeySequence::Copy);
        copy->setShortcutContext(Qt::WidgetShortcut);
    }
    auto* write = new QAction(ChartDialog::tr("Export chart..."), &widget);
    write->setObjectName(QStringLiteral("exportChart"));
    QObject::connect(write, &QAction::triggered, &widget, [&widget] { askExportChart(widget); });
    widget.addActions({copy, write});
    widget.setContextMenuPolicy(Qt::ActionsContextMenu);
}

void askExportChart(QWidget& widget)
{
    auto* chart = dynamic_cast<ExportableChart*>(&widget);
    if (!chart)
        return;
    auto* context = widget.window()->findChild<ExportContext*>();
    const Provenance shown = context ? context->provenance() : Provenance{};
    auto* dialog = new ChartDialog(*chart, chart->chartProvenance().value_or(shown), &widget);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (context)
        QObject::connect(dialog, &ChartDialog::written, context, &ExportContext::written);
    dialog->open();
}

QWidget* chartOf(QWidget* page)
{
    if (!page)
        return nullptr;
    for (QWidget* widget = QApplication::focusWidget(); widget; widget = widget->parentWidget())
        if ((widget == page || page->isAncestorOf(widget)) && isExportableChart(widget))
            return widget;
    if (isExportableChart(page))
        return page;
    for (QWidget* widget : page->findChildren<QWidget*>())
        if (isExportableChart(widget))
            return widget;
    return nullptr;
}

} // namespace nestloom::ui
